import { promisify } from "node:util";
import { constants, gzip } from "node:zlib";
import type { FastifyInstance } from "fastify";

const compressed = promisify(gzip);

/** Below this length the headers dominate. */
const leastCharacters = 2000;

/**
 * Compresses long texts for clients that accept it: a list of rows shrinks to a tenth. Streams stay
 * uncompressed, because clients read them line by line.
 */
export function addCompression(app: FastifyInstance): void {
  app.addHook("onSend", async ({ headers }, reply, payload) => {
    if (typeof payload !== "string" || payload.length < leastCharacters || reply.hasHeader("content-encoding"))
      return payload;
    const varies = [reply.getHeader("vary") ?? [], "accept-encoding"].flat();
    reply.header("vary", varies.join(", "));
    if (!/\bgzip\b(?!\s*;\s*q=0(?![.\d]*[1-9]))/.test(headers["accept-encoding"] ?? "")) return payload;
    reply.header("content-encoding", "gzip").removeHeader("content-length");
    return compressed(payload, { level: constants.Z_BEST_SPEED + 3 });
  });
}
