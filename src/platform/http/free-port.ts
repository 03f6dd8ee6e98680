import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";

/**
 * Below the ports that systems assign to outgoing connections (Linux: from 32768 on), so that none takes it in the
 * meantime.
 */
const range = [20_000, 32_768] as const;
const maxAttempts = 100;

/**
 * Returns a port of the loopback address that was just free. Throws the error of the last attempt if no port is
 * available.
 */
export async function freePort(): Promise<number> {
  for (let attempt = 1; ; attempt++) {
    const port = randomInt(...range);
    try {
      const server = createServer().listen(port, "127.0.0.1");
      await once(server, "listening");
      server.close();
      await once(server, "close");
      return port;
    } catch (thrown) {
      if (attempt === maxAttempts) throw thrown;
    }
  }
}
