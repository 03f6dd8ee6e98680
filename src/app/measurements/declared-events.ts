import { otlpEvents } from "../../ingest/otlp/events.ts";
import { pipelineEvents } from "../../pipeline/events.ts";
import type { EventDeclaration } from "../../platform/telemetry/events.ts";
import { proxyEvents } from "../../proxy/events.ts";

/** What the parts of the service count from its start. A part that emits an event of a loss declares it. */
export const declaredEvents: readonly EventDeclaration[] = [
  ...otlpEvents,
  ...proxyEvents,
  ...pipelineEvents,
  { kind: "records-lost" },
  { kind: "token-use-not-noted" },
  { kind: "rejected-requests-not-kept" },
  { kind: "delivery-tried", labelSets: ["sent", "again", "failed", "dead"].map((state) => ({ state })) },
];
