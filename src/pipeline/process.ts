import type { Datapoint } from "../domain/datapoint.ts";
import type { ProjectId } from "../domain/ids.ts";
import type { Finding } from "../domain/issue.ts";
import type { JobOrder } from "../domain/job.ts";
import { isOverLimit } from "../domain/minute-limit.ts";
import type { TracePart } from "../domain/recognition.ts";
import type { LogRecord, Span } from "../domain/span.ts";
import { messageOf } from "../lib/failure.ts";
import type { TraceParts } from "../ports/datapoint-reader.ts";
import type { WithdrawnWork } from "../ports/jobs.ts";
import type { Entry } from "../ports/journal.ts";
import type { KeptDatapoint, KeptTrace, RowEncoder, TableBatch } from "../ports/kept.ts";
import { createKeepTrace, type KeepTraceNeeds, type Parts } from "./keep-trace.ts";

/** Journal items of a plan, as a worker gets them. */
export interface ProcessEntry extends Pick<Entry, "projectId" | "source" | "signal" | "receivedAt" | "bytes"> {
  /** Which items; absent: all. */
  readonly items?: readonly number[];
}

export interface ProcessTask {
  readonly version: number;
  readonly entries: readonly ProcessEntry[];
  /** What is stored already of traces that are touched again. */
  readonly earlier: readonly (TraceParts & { readonly projectId: ProjectId; readonly traceId: string })[];
}

/** What became of one trace of the task. */
export interface TraceOutcome {
  readonly projectId: ProjectId;
  readonly traceId: string;
  readonly spans: number;
  readonly datapoints: number;
  readonly checks: number;
  readonly findings: number;
  /** Datapoints that a monitor did not check, because it was over its limit a minute. */
  readonly overLimit: number;
  /** Why nothing of it could be made. */
  readonly broken?: string;
  /** Nothing of it is stored: its user or session was deleted after the call. */
  readonly erased?: true;
}

export interface ProcessResult {
  readonly tables: readonly TableBatch[];
  readonly findings: readonly Finding[];
  /** Issues that lost an occurrence: a later part of the trace showed the call otherwise. */
  readonly retracted: readonly Pick<Finding, "projectId" | "issueId">[];
  /** Slow checks of these datapoints, for the jobs. */
  readonly orders: readonly JobOrder[];
  /** Datapoints whose jobs are over. */
  readonly withdrawn: readonly WithdrawnWork[];
  readonly outcomes: readonly TraceOutcome[];
}

interface Needs extends KeepTraceNeeds {
  readonly decodeTraces: (bytes: Uint8Array, only?: ReadonlySet<number>) => readonly Span[];
  readonly decodeLogs: (bytes: Uint8Array, only?: ReadonlySet<number>) => readonly LogRecord[];
  /** Calls of the proxy that lie in the journal as they came, as the spans they stand for. */
  readonly readRaw?: (spans: readonly Span[]) => readonly Span[];
  readonly encoder: RowEncoder;
  /** Calls that were deleted before they were stored take their trace along. */
  readonly isErased?: (datapoint: Datapoint) => boolean;
}

/**
 * Stations 3 to 5 and the encoding of 6, for the traces of one plan: bytes in, rows out, no I/O. Of a trace that was
 * stored in part before, only what is new or reads differently now is given out.
 */
export function createProcess({
  decodeTraces,
  decodeLogs,
  readRaw = (spans) => spans,
  encoder,
  isErased = () => false,
  ...needs
}: Needs) {
  const keep = createKeepTrace(needs);
  return ({ version, entries, earlier }: ProcessTask): ProcessResult => {
    const earlierOf = new Map(earlier.map((parts) => [`${parts.projectId} ${parts.traceId}`, parts]));
    const findings: Finding[] = [];
    const retracted: ProcessResult["retracted"][number][] = [];
    const orders: JobOrder[] = [];
    const withdrawn: WithdrawnWork[] = [];
    const outcomes = [...tracesOf(entries)].map(([key, trace]) => {
      try {
        const kept = keep(trace, earlierOf.get(key));
        if (kept.datapoints.some(({ datapoint }) => isErased(datapoint)))
          return { ...outcomeOf(trace), erased: true as const };
        encoder.add(kept, version);
        findings.push(...kept.datapoints.flatMap((one) => one.findings));
        retracted.push(...kept.retracted.map(({ finding: { projectId, issueId } }) => ({ projectId, issueId })));
        orders.push(...kept.datapoints.flatMap((one) => ordersOf(one, version)));
        for (const { id } of kept.withdrawn)
          withdrawn.push({ projectId: kept.projectId, datapointId: id, rowVersion: version });
        return outcomeOf(trace, kept);
      } catch (thrown) {
        return { ...outcomeOf(trace), broken: messageOf(thrown) };
      }
    });
    return { tables: encoder.take(), findings, retracted, orders, withdrawn, outcomes };
  };

  function ordersOf(kept: KeptDatapoint, rowVersion: number): readonly JobOrder[] {
    const { slow = [], datapoint } = kept;
    if (slow.length === 0) return [];
    const { id: datapointId, projectId } = datapoint;
    const filedAt = encoder.filedAt(kept);
    return slow.map((request) => ({ ...request, projectId, datapointId, filedAt, rowVersion }));
  }

  function tracesOf(entries: readonly ProcessEntry[]): Map<string, NewParts> {
    const traces = new Map<string, NewParts>();
    entries.forEach((entry, index) => {
      const only = entry.items && new Set(entry.items);
      const { source, receivedAt, projectId } = entry;
      if (entry.signal === "traces")
        for (const item of spansOf(entry, only))
          traceOf(traces, projectId, item.traceId, index).spans.push({ item, source, receivedAt });
      else
        for (const item of decodeLogs(entry.bytes, only))
          traceOf(traces, projectId, item.traceId ?? "", index).logs.push({ item, source, receivedAt });
    });
    return traces;
  }

  function spansOf({ bytes, source }: ProcessEntry, only: ReadonlySet<number> | undefined): readonly Span[] {
    const spans = decodeTraces(bytes, only);
    return source === "proxy" ? readRaw(spans) : spans;
  }
}

interface NewParts extends Parts {
  readonly spans: TracePart<Span>[];
  readonly logs: TracePart<LogRecord>[];
}

function traceOf(traces: Map<string, NewParts>, projectId: ProjectId, traceId: string, entry: number): NewParts {
  const key = traceId === "" ? `${projectId} #${entry}` : `${projectId} ${traceId}`;
  const known = traces.get(key);
  if (known) return known;
  const made: NewParts = { projectId, traceId, spans: [], logs: [] };
  traces.set(key, made);
  return made;
}

function outcomeOf({ projectId, traceId, spans, logs }: NewParts, kept?: KeptTrace): TraceOutcome {
  const datapoints = kept?.datapoints ?? [];
  return {
    projectId,
    traceId,
    spans: spans.length + logs.length,
    datapoints: datapoints.length,
    checks: datapoints.reduce((sum, { verdicts, slow = [] }) => sum + verdicts.length - slow.length, 0),
    findings: datapoints.reduce((sum, { findings }) => sum + findings.length, 0),
    overLimit: datapoints.filter(({ verdicts }) => verdicts.some(isOverLimit)).length,
  };
}
