import type { IncomingMessage } from "node:http";
import type { Reservation } from "../otlp/in-flight.ts";

export type BodyRead =
  | { readonly kind: "read"; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly kind: "too_large" | "no_room" | "too_slow" | "aborted" };

export interface BodyBounds {
  readonly maxBytes: number;
  /** Base time limit for a body, in milliseconds … */
  readonly timeoutMs: number;
  /** … extended by one second for each of these many bytes received. */
  readonly bytesPerSecond: number;
}

/** Reads a request body as sent, into its own memory. Checks size, reserved memory and time while receiving. */
export function readBody(request: IncomingMessage, reservation: Reservation, bounds: BodyBounds): Promise<BodyRead> {
  const announced = Number(request.headers["content-length"] ?? 0);
  const chunks: Buffer[] = [];
  const startedAt = performance.now();
  let length = 0;

  return new Promise((resolve) => {
    let timer = setTimeout(onTime, bounds.timeoutMs);
    request.on("data", onData);
    request.on("end", onEnd);
    request.on("aborted", onAbort);
    request.on("error", onAbort);

    function onData(chunk: Buffer): void {
      length += chunk.length;
      if (length > bounds.maxBytes) finish({ kind: "too_large" });
      // The announced length is already reserved.
      else if (length > announced && !reservation.grow(chunk.length)) finish({ kind: "no_room" });
      else chunks.push(chunk);
    }

    function onTime(): void {
      const allowedMs = bounds.timeoutMs + (length / bounds.bytesPerSecond) * 1000;
      const leftMs = allowedMs - (performance.now() - startedAt);
      if (leftMs > 0) timer = setTimeout(onTime, leftMs);
      else finish({ kind: "too_slow" });
    }

    function onEnd(): void {
      finish({ kind: "read", bytes: joined(chunks, length) });
    }

    function onAbort(): void {
      finish({ kind: "aborted" });
    }

    function finish(outcome: BodyRead): void {
      clearTimeout(timer);
      request.off("data", onData);
      request.off("end", onEnd);
      request.off("aborted", onAbort);
      resolve(outcome);
    }
  });
}

/** Copies the chunks into unshared memory, which can be transferred to a thread without another copy. */
function joined(chunks: readonly Buffer[], length: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}
