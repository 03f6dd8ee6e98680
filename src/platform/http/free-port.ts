import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";

/** Below the ports that systems give to outgoing connections, Linux from 32768 on: none of them takes it meanwhile. */
const range = [20_000, 32_768] as const;
const triesAtMost = 100;

/** A port of the loopback address that was free a moment ago. Throws what the last try threw when no port can be had. */
export async function freePort(): Promise<number> {
  for (let tries = 1; ; tries++) {
    const port = randomInt(...range);
    try {
      const server = createServer().listen(port, "127.0.0.1");
      await once(server, "listening");
      server.close();
      await once(server, "close");
      return port;
    } catch (thrown) {
      if (tries === triesAtMost) throw thrown;
    }
  }
}
