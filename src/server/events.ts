import { connectionRefusals } from "../platform/http/connection-limit.ts";
import { type EventDeclaration, everyCombination, type GaffeEvent } from "../platform/telemetry/events.ts";

export type EntryPoint = "http" | "grpc";

/** Events of the entry points, before a request has a handler. */
export const serverEvents: readonly EventDeclaration[] = [
  { kind: "connections-refused", labelSets: everyCombination({ entry: ["http", "grpc"], reason: connectionRefusals }) },
  { kind: "slow-requests-ended" },
];

/** Returns the event of a connection that was closed when it was opened, because there are too many. */
export const connectionRefused = (entry: EntryPoint, reason: (typeof connectionRefusals)[number]): GaffeEvent => ({
  kind: "connections-refused",
  // A flood would fill the log.
  level: "debug",
  labels: { entry, reason },
  message: "a connection was refused: too many are open",
});

export const slowRequestEnded: GaffeEvent = {
  kind: "slow-requests-ended",
  level: "debug",
  message: "a request was ended because its body came too slowly",
};
