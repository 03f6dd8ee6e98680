import type { TraceInput, TracePart } from "../../../src/datapoints/assembly/recognition.ts";
import type { LogRecord, Span } from "../../../src/otlp/span.ts";
import type { ProjectId } from "../../../src/platform/ids.ts";

const part = <Item>(item: Item): TracePart<Item> => ({ item, source: "otlp", receivedAt: 4_102_444_800_000 });

/** Groups batches by trace, as the pipeline passes them to the assembler. */
export function tracesOf(
  batches: readonly { spans: readonly Span[]; logs: readonly LogRecord[] }[],
  projectId: ProjectId,
): TraceInput[] {
  const spans = Map.groupBy(
    batches.flatMap((batch) => batch.spans),
    (span): string | undefined => span.traceId,
  );
  const logs = Map.groupBy(
    batches.flatMap((batch) => batch.logs),
    (record) => record.traceId,
  );
  return [...new Set([...spans.keys(), ...logs.keys()])].map((traceId) => ({
    projectId,
    ...(traceId === undefined ? {} : { traceId }),
    spans: (spans.get(traceId) ?? []).map(part),
    logs: (logs.get(traceId) ?? []).map(part),
  }));
}
