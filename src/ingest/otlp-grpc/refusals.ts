import { unreachable } from "../../platform/http/unreachable.ts";
import { type RpcCode, type RpcStatus, rpcCodes } from "../otlp/answers.ts";
import type { RefusalReason } from "../otlp/events.ts";
import type { Unavailable } from "../otlp/unavailable.ts";
import type { MessageRead } from "./read-message.ts";

/** The error status of a call. */
export interface Refusal extends RpcStatus {
  /** The reason to count it under, if the code does not determine it. */
  readonly reason?: RefusalReason;
}

export const internal: Refusal = { code: rpcCodes.internal, message: "the request could not be processed" };

/** Overload is retryable only with RetryInfo; a body that is too large must be returned without it. */
export const noRoom: Refusal = {
  code: rpcCodes.resourceExhausted,
  message: "Gaffe is receiving too many bytes at the moment: retry this request later",
  retryAfterSeconds: 1,
};

export const unavailable = ({ message, retryAfterSeconds }: Unavailable): Refusal => ({
  code: rpcCodes.unavailable,
  message,
  retryAfterSeconds,
});

/** Returns the refusal of a message that was not read, or undefined when the client has disconnected. */
export function refusalOfMessage(kind: Exclude<MessageRead["kind"], "read">, maxBytes: number): Refusal | undefined {
  switch (kind) {
    case "too_large": {
      const message = `the message is larger than ${maxBytes} bytes: send smaller batches`;
      return { code: rpcCodes.resourceExhausted, message };
    }
    case "no_room":
      return noRoom;
    case "too_slow":
      return { code: rpcCodes.deadlineExceeded, message: "the message came too slowly" };
    case "malformed":
      return { code: rpcCodes.invalidArgument, message: "the call must have exactly one whole message" };
    case "aborted":
      return undefined;
    default:
      return unreachable(kind);
  }
}

/** Returns the HTTP status that corresponds to a gRPC status. */
export function httpStatusOf({ code, retryAfterSeconds }: RpcStatus): number {
  if (code === rpcCodes.resourceExhausted) return retryAfterSeconds === undefined ? 413 : 429;
  return httpStatuses[code];
}

const httpStatuses: Readonly<Record<RpcCode, number>> = {
  [rpcCodes.invalidArgument]: 400,
  [rpcCodes.deadlineExceeded]: 408,
  [rpcCodes.permissionDenied]: 403,
  [rpcCodes.resourceExhausted]: 413,
  [rpcCodes.unimplemented]: 405,
  [rpcCodes.internal]: 500,
  [rpcCodes.unavailable]: 503,
  [rpcCodes.unauthenticated]: 401,
};
