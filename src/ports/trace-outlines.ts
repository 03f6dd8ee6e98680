import type { DatapointId, ProjectId } from "../domain/ids.ts";
import type { SpanOutline } from "../domain/trace-tree.ts";
import type { DatapointRow, Range, StoredTrace } from "./datapoint-reader.ts";

export interface TraceOutline {
  readonly spans: readonly SpanOutline[];
  readonly total: number;
  /** The time that rows of this trace are filed under. */
  readonly filed: Range;
}

/** Reads traces of any size without what their spans carry. Bounded as every read, see DatapointReader. */
export interface TraceOutlineReader {
  /** The first so many spans by start, and how many there are; undefined for a trace without spans. */
  outline(project: ProjectId, traceId: string): Promise<TraceOutline | undefined>;
  /** The model calls among its spans, by id, without verdicts. */
  calls(
    project: ProjectId,
    filed: Range,
    ids: readonly DatapointId[],
  ): Promise<ReadonlyMap<DatapointId, Omit<DatapointRow, "verdicts">>>;
  /** One span with everything it carries, and its log records. */
  span(project: ProjectId, traceId: string, spanId: string): Promise<Omit<StoredTrace, "datapoints"> | undefined>;
}
