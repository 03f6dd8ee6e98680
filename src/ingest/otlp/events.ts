import { rejectReasons } from "../../otlp/service.ts";
import { type EventDeclaration, everyCombination, type GaffeEvent } from "../../platform/telemetry/events.ts";
import { rpcCodes } from "./answers.ts";

/** Why a whole export request was refused, as its counter names it. */
export type RefusalReason =
  | "invalid"
  | "unauthenticated"
  | "forbidden"
  | "not_found"
  | "wrong_method"
  | "too_slow"
  | "too_large"
  | "unsupported"
  | "overloaded"
  | "over_quota"
  | "internal"
  | "unavailable";

const httpReasons: ReadonlyMap<number, RefusalReason> = new Map([
  [400, "invalid"],
  [401, "unauthenticated"],
  [403, "forbidden"],
  [404, "not_found"],
  [405, "wrong_method"],
  [408, "too_slow"],
  [413, "too_large"],
  [415, "unsupported"],
  [429, "overloaded"],
  [500, "internal"],
  [503, "unavailable"],
]);

const grpcReasons: ReadonlyMap<number, RefusalReason> = new Map([
  [rpcCodes.invalidArgument, "invalid"],
  [rpcCodes.deadlineExceeded, "too_slow"],
  [rpcCodes.unimplemented, "unsupported"],
  [rpcCodes.permissionDenied, "forbidden"],
  [rpcCodes.resourceExhausted, "too_large"],
  [rpcCodes.internal, "internal"],
  [rpcCodes.unavailable, "unavailable"],
  [rpcCodes.unauthenticated, "unauthenticated"],
]);

interface Refused {
  readonly status: number;
  readonly message: string;
  readonly retryAfterSeconds?: number;
  readonly reason?: RefusalReason;
}

/** Returns the event of a request that was refused as a whole. */
export function requestRefused(transport: "http" | "grpc", refused: Refused): GaffeEvent {
  const reason = refused.reason ?? reasonOf(transport, refused);
  return {
    kind: "requests-refused",
    level: levels.get(reason) ?? "info",
    labels: { transport, status: `${refused.status}`, reason },
    message: "an export request was refused as a whole",
    facts: { detail: refused.message },
  };
}

/**
 * A project over its quota can be refused many times a second: the counter and the list of rejected requests
 * suffice.
 */
const levels: ReadonlyMap<RefusalReason, GaffeEvent["level"]> = new Map([
  ["internal", "warn"],
  ["unavailable", "warn"],
  ["over_quota", "debug"],
]);

function reasonOf(transport: "http" | "grpc", { status, retryAfterSeconds }: Refused): RefusalReason {
  const reason = (transport === "http" ? httpReasons : grpcReasons).get(status) ?? "invalid";
  // gRPC has one code for a message that is too large and for an overloaded receiver; only the latter is retryable.
  return reason === "too_large" && retryAfterSeconds !== undefined ? "overloaded" : reason;
}

/** Returns the event of an accepted metrics request: Gaffe stores no metrics, and a refusal would only alarm clients. */
export const metricsDropped = (transport: "http" | "grpc"): GaffeEvent => ({
  kind: "metrics-dropped",
  level: "debug",
  labels: { transport, reason: "unsupported" },
  message: "metrics were accepted and dropped: Gaffe stores traces and logs",
});

export type RefusedItemsReason = "over_quota" | "unavailable" | "internal";

const signals = ["traces", "logs"];

export const otlpEvents: readonly EventDeclaration[] = [
  {
    kind: "requests-refused",
    labelSets: [
      ...Array.from(httpReasons, ([status, reason]) => ({ transport: "http", status: `${status}`, reason })),
      { transport: "http", status: "429", reason: "over_quota" },
      ...Array.from(grpcReasons, ([code, reason]) => ({ transport: "grpc", status: `${code}`, reason })),
      { transport: "grpc", status: `${rpcCodes.resourceExhausted}`, reason: "overloaded" },
      { transport: "grpc", status: `${rpcCodes.resourceExhausted}`, reason: "over_quota" },
    ],
  },
  {
    kind: "items-refused",
    labelSets: everyCombination({ signal: signals, reason: ["over_quota", "unavailable", "internal"] }),
  },
  {
    kind: "metrics-dropped",
    labelSets: everyCombination({ transport: ["http", "grpc"], reason: ["unsupported"] }),
  },
  { kind: "items-rejected", labelSets: everyCombination({ signal: signals, reason: rejectReasons }) },
  { kind: "items-truncated", labelSets: everyCombination({ signal: signals }) },
  { kind: "texts-repaired", labelSets: everyCombination({ signal: signals }) },
  { kind: "bodies-refused", labelSets: everyCombination({ signal: signals, reason: ["invalid", "too_large"] }) },
  {
    kind: "items-received",
    labelSets: everyCombination({ signal: signals, transport: ["http", "grpc"], repeated: ["true", "false"] }),
  },
  { kind: "body-readers-lost" },
];
