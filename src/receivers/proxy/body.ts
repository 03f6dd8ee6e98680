import type { IncomingMessage } from "node:http";

export type Body =
  | { readonly kind: "read"; readonly chunks: readonly Buffer[] }
  | { readonly kind: "too_large" }
  /** The client went away in the middle of it. */
  | { readonly kind: "gone" };

/** Reads a request's body, at most `limit` bytes of it; `done` is called once. */
export function readBody(request: IncomingMessage, limit: number, done: (body: Body) => void): void {
  const declared = Number(request.headers["content-length"] ?? 0);
  if (declared > limit) return done({ kind: "too_large" });
  const chunks: Buffer[] = [];
  let bytes = 0;
  let settled = false;
  const settle = (body: Body) => {
    if (settled) return;
    settled = true;
    done(body);
  };
  request.on("data", (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes <= limit) chunks.push(chunk);
    else {
      chunks.length = 0;
      // The rest is read and thrown away, so that the client gets to read our answer.
      settle({ kind: "too_large" });
    }
  });
  request.on("end", () => settle({ kind: "read", chunks }));
  request.on("close", () => settle({ kind: "gone" }));
  request.on("error", () => settle({ kind: "gone" }));
}
