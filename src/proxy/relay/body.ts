import type { IncomingMessage } from "node:http";
import { type BodyPace, bodyTimeLeftMs } from "../../platform/http/body-deadline.ts";
import type { TimeoutSweep } from "./timeout-sweep.ts";

export type Body =
  | { readonly kind: "read"; readonly bytes: Buffer }
  | { readonly kind: "too_large" | "no_room" | "too_slow" };

export interface BodyLimits {
  readonly maxBytes: number;
  readonly pace: BodyPace;
  readonly timeouts: TimeoutSweep;
  /** Reserves memory, which is released when the call ends. Returns false when none is left. */
  readonly hold: (bytes: number) => boolean;
}

export function readBody(
  request: IncomingMessage,
  { maxBytes, pace, timeouts, hold }: BodyLimits,
  done: (body: Body) => void,
): void {
  let chunks: Buffer[] = [];
  let bytes = 0;
  let elapsedMs = 0;
  let given = false;
  const slot = timeouts.enter({ sweep, interrupt: () => undefined });
  const finish = (body: Body) => {
    given = true;
    timeouts.leave(slot);
    // After a refusal, the rest is read and discarded, so that the client can read the response.
    chunks = [];
    done(body);
  };
  request.on("data", (chunk: Buffer) => {
    if (given) return;
    bytes += chunk.length;
    if (bytes > maxBytes) return finish({ kind: "too_large" });
    if (!hold(chunk.length)) return finish({ kind: "no_room" });
    chunks.push(chunk);
  });
  request.on("end", () => {
    if (!given) finish({ kind: "read", bytes: chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks) });
  });
  request.on("close", () => {
    if (given) return;
    given = true;
    timeouts.leave(slot);
  });

  function sweep(everyMs: number): void {
    elapsedMs += everyMs;
    if (!given && bodyTimeLeftMs(pace, bytes, elapsedMs) <= 0) finish({ kind: "too_slow" });
  }
}
