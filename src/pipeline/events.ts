import type { EventDeclaration } from "../platform/telemetry/events.ts";

const retriedStages = ["save", "complete", "read", "jobs", "raise"] as const;

export const pipelineEvents: readonly EventDeclaration[] = [
  { kind: "items-stored" },
  { kind: "datapoints-stored" },
  { kind: "verdicts-stored" },
  { kind: "findings-raised" },
  { kind: "datapoints-over-limit" },
  { kind: "items-erased" },
  { kind: "items-dead-lettered" },
  { kind: "verdicts-refused" },
  { kind: "batches-split" },
  { kind: "batches-failed" },
  { kind: "batches-left" },
  { kind: "traces-reconciled" },
  { kind: "engine-unavailable" },
  { kind: "engine-available" },
  { kind: "workers-lost", labelSets: [{ cause: "stalled" }, { cause: "ended" }] },
  { kind: "traces-struck", labelSets: [{ cause: "stalled" }, { cause: "ended" }] },
  { kind: "station-retries", labelSets: retriedStages.map((stage) => ({ station: stage })) },
];
