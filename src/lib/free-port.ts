import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";

/** Below the ports that systems give to outgoing connections, Linux from 32768 on: none of them takes it meanwhile. */
const range = [20_000, 32_768] as const;

/** A port of the loopback address that was free a moment ago. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(...range);
    const server = createServer().listen(port, "127.0.0.1");
    const isFree = await once(server, "listening").then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    server.close();
    await once(server, "close");
    return port;
  }
}
