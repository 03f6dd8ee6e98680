import { mayReceive, recipientStates } from "../../accounts/service.ts";
import { otlpEvents } from "../../ingest/otlp/events.ts";
import { pipelineEvents } from "../../pipeline/events.ts";
import type { EventDeclaration } from "../../platform/telemetry/events.ts";
import { proxyEvents } from "../../proxy/events.ts";
import { serverEvents } from "../../server/events.ts";

/** Counters that are exported from the start. A part that emits an event about lost data declares it here. */
export const declaredEvents: readonly EventDeclaration[] = [
  ...serverEvents,
  ...otlpEvents,
  ...proxyEvents,
  ...pipelineEvents,
  { kind: "records-lost" },
  { kind: "token-use-not-noted" },
  { kind: "rejected-requests-not-stored" },
  { kind: "delivery-tried", labelSets: ["sent", "again", "failed", "dead"].map((state) => ({ state })) },
  {
    kind: "delivery-held-back",
    labelSets: recipientStates.filter((state) => !mayReceive(state)).map((reason) => ({ reason })),
  },
];
