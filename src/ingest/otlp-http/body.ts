import type { IncomingMessage } from "node:http";
import { type BodyPace, startBodyDeadline } from "../../platform/http/body-deadline.ts";
import type { Reservation } from "../../platform/http/in-flight.ts";
import { joined } from "../otlp/joined.ts";

export type BodyRead =
  | { readonly kind: "read"; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly kind: "too_large" | "no_room" | "too_slow" | "aborted" };

export interface BodyBounds extends BodyPace {
  readonly maxBytes: number;
}

/** Reads a request body as sent, into its own memory. Checks size, reserved memory and time while receiving. */
export function readBody(request: IncomingMessage, reservation: Reservation, bounds: BodyBounds): Promise<BodyRead> {
  const announced = Number(request.headers["content-length"] ?? 0);
  const chunks: Buffer[] = [];
  let length = 0;

  return new Promise((resolve) => {
    const endDeadline = startBodyDeadline(
      bounds,
      () => length,
      () => finish({ kind: "too_slow" }),
    );
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

    function onEnd(): void {
      finish({ kind: "read", bytes: joined(chunks, length) });
    }

    function onAbort(): void {
      finish({ kind: "aborted" });
    }

    function finish(outcome: BodyRead): void {
      endDeadline();
      request.off("data", onData);
      request.off("end", onEnd);
      request.off("aborted", onAbort);
      resolve(outcome);
    }
  });
}
