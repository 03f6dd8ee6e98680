import type { IncomingMessage } from "node:http";

export type Body = { readonly kind: "read"; readonly bytes: Buffer } | { readonly kind: "too_large" | "no_room" };

export interface BodyLimits {
  readonly maxBytes: number;
  /** Reserves memory, which is released when the call ends. Returns false when none is left. */
  readonly hold: (bytes: number) => boolean;
}

export function readBody(request: IncomingMessage, { maxBytes, hold }: BodyLimits, done: (body: Body) => void): void {
  let chunks: Buffer[] = [];
  let bytes = 0;
  let given = false;
  const giveUp = (kind: "too_large" | "no_room") => {
    // The rest is read and discarded, so that the client can read the response.
    given = true;
    chunks = [];
    done({ kind });
  };
  request.on("data", (chunk: Buffer) => {
    if (given) return;
    bytes += chunk.length;
    if (bytes > maxBytes) return giveUp("too_large");
    if (!hold(chunk.length)) return giveUp("no_room");
    chunks.push(chunk);
  });
  request.on("end", () => {
    if (!given) done({ kind: "read", bytes: chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks) });
  });
}
