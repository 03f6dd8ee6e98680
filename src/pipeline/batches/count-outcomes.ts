import type { Telemetry } from "../../platform/telemetry/telemetry.ts";
import type { TraceOutcome } from "./batch-result.ts";

/** Counts what write batches stored, for metrics and logs. */
export function countOutcomes(outcomes: readonly TraceOutcome[], telemetry: Pick<Telemetry, "emit">): void {
  const stored = outcomes.filter(({ broken, isErased }) => broken === undefined && !isErased);
  const emit = (kind: string, items: number) =>
    items > 0 && telemetry.emit({ kind, level: "debug", count: items, message: kind.replaceAll("-", " ") });
  const total = (of: (outcome: TraceOutcome) => number) => stored.reduce((sum, outcome) => sum + of(outcome), 0);
  emit(
    "items-stored",
    total(({ items }) => items),
  );
  emit(
    "datapoints-stored",
    total(({ datapoints }) => datapoints),
  );
  emit(
    "verdicts-stored",
    total(({ checks }) => checks),
  );
  emit(
    "findings-raised",
    total(({ findings }) => findings.length),
  );
  emit(
    "datapoints-over-limit",
    total(({ overLimit }) => overLimit),
  );
  const erased = outcomes.reduce((sum, { isErased, items }) => sum + (isErased ? items : 0), 0);
  const message = "items were not stored because the user, session or call they belong to was deleted";
  if (erased > 0) telemetry.emit({ kind: "items-erased", level: "info", count: erased, message });
}
