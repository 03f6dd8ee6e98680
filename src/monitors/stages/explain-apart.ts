import { conditionFields, type Datapoint, parseQuery, readsTrace, type TraceSpan } from "../../datapoints/index.ts";
import type { ProjectId } from "../../platform/ids.ts";
import { lostThreadOf } from "../../platform/threads/lost-thread.ts";
import type { RunOptions } from "../../platform/threads/thread-pool.ts";
import type { Monitor } from "../monitor.ts";
import { whyNot } from "../why-not.ts";

type ExplainedMonitor = Pick<Monitor, "id" | "enabled" | "condition" | "sampleRate" | "createdAt">;

/** A task of the thread that explains why monitors did not match a datapoint. */
export interface ExplainTask {
  readonly kind: "explain";
  readonly monitors: readonly ExplainedMonitor[];
  readonly datapoint: Datapoint;
  /** Spans of its trace, if a condition reads them. */
  readonly spans?: readonly TraceSpan[];
  readonly now: number;
}

/**
 * Returns for each monitor why it did not match. Conditions may hold patterns, and texts have megabytes, so they run on
 * a thread that is ended when one does not finish. Projects take turns.
 */
export type ExplainApart = (
  project: ProjectId,
  monitors: readonly Monitor[],
  datapoint: Datapoint,
) => Promise<readonly string[]>;

type Run = (task: unknown, options: RunOptions) => Promise<unknown>;

/** Returns the stored spans of a trace. */
type ReadSpans = (project: ProjectId, traceId: string) => Promise<readonly TraceSpan[]>;

export function createExplainApart(run: Run, now: () => number, readSpans: ReadSpans): ExplainApart {
  return async (project, monitors, datapoint) => {
    if (monitors.length === 0) return [];
    const explained = monitors.map(({ id, enabled, condition, sampleRate, createdAt }) => ({
      id,
      enabled,
      condition,
      sampleRate,
      createdAt,
    }));
    try {
      const spans = monitors.some(conditionReadsTrace) ? await readSpans(project, datapoint.traceId) : undefined;
      const task: ExplainTask = {
        kind: "explain",
        monitors: explained,
        datapoint,
        now: now(),
        ...(spans === undefined ? {} : { spans }),
      };
      return (await run(task, { tenant: project, cost: taskCost })) as readonly string[];
    } catch (thrown) {
      const lost = lostThreadOf(thrown);
      if (!lost) throw thrown;
      return monitors.map(() => `unknown: matching the conditions against this call ${lost.reason}`);
    }
  };
}

/** A whole turn of the pool, because sizes of texts say little about the cost of patterns. */
const taskCost = 64 * 1024;

const conditionReadsTrace = ({ condition }: Pick<Monitor, "condition">) =>
  readsTrace(parseQuery(condition, { now: 0, fields: conditionFields }).query);

/** Runs on the thread; `onMonitor` names the monitor that comes next. */
export function explainMonitors(
  { monitors, datapoint, spans, now }: ExplainTask,
  onMonitor: (id: string) => void,
): readonly string[] {
  return monitors.map((monitor) => {
    onMonitor(monitor.id);
    return whyNot(monitor, { datapoint, spans: spans && (() => spans) }, now);
  });
}
