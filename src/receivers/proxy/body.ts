import type { IncomingMessage } from "node:http";

export type Body = { readonly kind: "read"; readonly chunks: readonly Buffer[] } | { readonly kind: "too_large" };

/** Reads a request's body, at most `limit` bytes of it. `done` is called once, and never where the client goes first. */
export function readBody(request: IncomingMessage, limit: number, done: (body: Body) => void): void {
  const declared = Number(request.headers["content-length"] ?? 0);
  if (declared > limit) return done({ kind: "too_large" });
  const chunks: Buffer[] = [];
  let bytes = 0;
  request.on("data", (chunk: Buffer) => {
    const isOver = bytes > limit;
    bytes += chunk.length;
    if (bytes <= limit) chunks.push(chunk);
    else {
      chunks.length = 0;
      // The rest is read and thrown away, so that the client gets to read our answer.
      if (!isOver) done({ kind: "too_large" });
    }
  });
  request.on("end", () => {
    if (bytes <= limit) done({ kind: "read", chunks });
  });
}
