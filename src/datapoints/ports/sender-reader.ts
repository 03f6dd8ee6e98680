import type { ProjectId } from "../../platform/ids.ts";
import type { Range } from "../../platform/paging.ts";

/** Reads what sources omit, for the people who run them. Bounded like every read; see DatapointReader. */
export interface SenderReader {
  /** Sources of calls that lack something; at most a hundred, unordered. */
  lacking(project: ProjectId, range: Range): Promise<readonly CallSender[]>;
  /** Sources of spans and log records, calls or not: the ten that sent most, most first. */
  spansOf(project: ProjectId, range: Range): Promise<readonly SpanSender[]>;
}

/** Calls that lack something, by source: a service and its instrumentation. */
export interface CallSender {
  readonly service?: string;
  readonly convention: string;
  readonly withoutContent: Lack;
  /**
   * Calls known only from log records. A running call is in this state too, so calls of the last minute are
   * excluded.
   */
  readonly withoutSpan: Lack;
  readonly misdated: Lack;
  /** Largest offset of a misdated call's start from its arrival, milliseconds; negative: before the arrival. */
  readonly aheadMs: number;
}

/** Spans, or log records, of one service. */
export interface SpanSender {
  readonly signal: "spans" | "log records";
  readonly service?: string;
  readonly count: number;
}

export interface Lack {
  readonly calls: number;
  /** The newest call lacks it too: the cause is not fixed yet. */
  readonly goesOn: boolean;
}
