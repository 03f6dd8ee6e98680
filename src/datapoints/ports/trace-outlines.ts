import type { DatapointId, ProjectId } from "../../platform/ids.ts";
import type { Range } from "../../platform/paging.ts";
import type { SpanOutline, TraceSkeleton } from "../traces/trace-tree.ts";
import type { DatapointRow, StoredTrace } from "./datapoint-reader.ts";

export interface TraceOutline {
  /** The first spans by start, up to the limit. */
  readonly skeleton: TraceSkeleton;
  readonly total: number;
  /** Services of the first spans, at most 50. */
  readonly services: readonly string[];
  /** Partition times of the rows of this trace. */
  readonly filed: Range;
}

/** A span that executed a tool call. */
export interface ToolRun {
  readonly callId: string;
  readonly spanId: string;
  readonly durationMs: number;
  readonly status: "unset" | "ok" | "error";
}

/** Reads traces of any size without the attributes of their spans. Bounded like every read; see DatapointReader. */
export interface TraceOutlineReader {
  /** Returns undefined for a trace without spans. */
  outline(project: ProjectId, traceId: string): Promise<TraceOutline | undefined>;
  /** Returns the given spans, by id. */
  spans(project: ProjectId, traceId: string, ids: readonly string[]): Promise<ReadonlyMap<string, SpanOutline>>;
  /**
   * Returns at most `atMost` ids, by start, of the spans whose name or status message contains the text, ignoring
   * case.
   */
  found(project: ProjectId, traceId: string, text: string, atMost: number): Promise<readonly string[]>;
  /** Returns the model calls among its spans, by span id, without verdicts. */
  calls(
    project: ProjectId,
    filed: Range,
    ids: readonly DatapointId[],
  ): Promise<ReadonlyMap<DatapointId, Omit<DatapointRow, "verdicts">>>;
  /** Returns the spans that executed tool calls and have the call's id; undefined for a trace without spans. */
  toolRuns(project: ProjectId, traceId: string): Promise<readonly ToolRun[] | undefined>;
  /** Returns one span with all its attributes, and its log records. */
  span(
    project: ProjectId,
    traceId: string,
    spanId: string,
  ): Promise<Omit<StoredTrace, "datapoints" | "isCut"> | undefined>;
}
