import type { FastifyReply, FastifyRequest } from "fastify";
import { Failure } from "../../platform/failure.ts";
import type { InFlight } from "../../platform/http/in-flight.ts";

interface BodyReservation {
  readonly bodies: InFlight;
  readonly owner: string;
  /** Longer bodies are refused elsewhere. */
  readonly maxBytes: number;
}

/** Reserved for a body of unknown length. */
const unknownBytes = 2 ** 20;

/**
 * Reserves memory for a request's body until its response has ended. Throws Failure("caller") with problem
 * `too-many-requests` when there is none.
 */
export function reserveBody(
  { headers }: FastifyRequest,
  { raw }: FastifyReply,
  { bodies, owner, maxBytes }: BodyReservation,
): void {
  const announced = headers["transfer-encoding"] === undefined ? Number(headers["content-length"] ?? 0) : unknownBytes;
  if (announced === 0) return;
  const reservation = bodies.enter(Math.min(announced, maxBytes), owner);
  if (reservation === undefined) {
    const message = "Gaffe is receiving too many bytes at the moment: send this request again later";
    throw new Failure("caller", message, { problem: "too-many-requests", retryAfterSeconds: 1 });
  }
  raw.once("finish", () => reservation.leave());
  raw.once("close", () => reservation.leave());
}
