import type { DatapointId, ProjectId } from "../../platform/ids.ts";
import type { SpanOutline, TraceSkeleton } from "../traces/trace-tree.ts";
import type { DatapointRow, Range, StoredTrace } from "./datapoint-reader.ts";

export interface TraceOutline {
  /** The first so many spans by start. */
  readonly skeleton: TraceSkeleton;
  /** How many there are. */
  readonly total: number;
  /** Of the first spans that are found, at most 50. */
  readonly services: readonly string[];
  /** The time that rows of this trace are filed under. */
  readonly filed: Range;
}

/** A span that carried out a call of a tool. */
export interface ToolRun {
  /** The id that the model gave the call. */
  readonly callId: string;
  readonly spanId: string;
  readonly durationMs: number;
  readonly status: "unset" | "ok" | "error";
}

/** Reads traces of any size without what their spans carry. Bounded as every read, see DatapointReader. */
export interface TraceOutlineReader {
  /** Undefined for a trace without spans. */
  outline(project: ProjectId, traceId: string): Promise<TraceOutline | undefined>;
  /** Some of its spans, by id. */
  spans(project: ProjectId, traceId: string, ids: readonly string[]): Promise<ReadonlyMap<string, SpanOutline>>;
  /** Ids of the spans that have a text in their name or status message, in any case; by start, at most so many. */
  found(project: ProjectId, traceId: string, text: string, atMost: number): Promise<readonly string[]>;
  /** The model calls among its spans, by id, without verdicts. */
  calls(
    project: ProjectId,
    filed: Range,
    ids: readonly DatapointId[],
  ): Promise<ReadonlyMap<DatapointId, Omit<DatapointRow, "verdicts">>>;
  /** Its spans that carried out calls of tools, and say which; undefined for a trace without spans. */
  toolRuns(project: ProjectId, traceId: string): Promise<readonly ToolRun[] | undefined>;
  /** One span with everything it carries, and its log records. */
  span(
    project: ProjectId,
    traceId: string,
    spanId: string,
  ): Promise<Omit<StoredTrace, "datapoints" | "isCut"> | undefined>;
}
