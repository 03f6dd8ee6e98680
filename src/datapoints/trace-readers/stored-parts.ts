import type { AssembledLog, AssembledSpan } from "../ports/assembled-trace.ts";
import type { TraceParts } from "../ports/datapoint-reader.ts";

export function assembled(
  spans: readonly AssembledSpan[],
  logs: readonly AssembledLog[],
  readings: ReadonlyMap<string, TraceParts["readings"]>,
): ReadonlyMap<string, TraceParts> {
  const spansOf = Map.groupBy(spans, ({ span }) => span.traceId);
  const logsOf = Map.groupBy(logs, ({ record }) => record.traceId ?? "");
  const traceIds = new Set([...spansOf.keys(), ...logsOf.keys(), ...readings.keys()]);
  return new Map(
    [...traceIds].map((traceId) => [
      traceId,
      {
        spans: (spansOf.get(traceId) ?? []).map(({ span, source, receivedAt }) => ({ item: span, source, receivedAt })),
        logs: (logsOf.get(traceId) ?? []).map(({ record, source, receivedAt }) => ({
          item: record,
          source,
          receivedAt,
        })),
        readings: readings.get(traceId) ?? [],
      },
    ]),
  );
}
