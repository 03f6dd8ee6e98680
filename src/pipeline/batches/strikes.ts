import { type UnfinishedCheck, unfinishedCheckAt, withUnfinished } from "../../checks/index.ts";
import { type LostThread, lostThreadOf } from "../../platform/threads/lost-thread.ts";
import type { Journal, Strike } from "../../storage/index.ts";
import type { TakenTrace } from "../traces/taken-trace.ts";

type Mark = Pick<Strike, "step" | "reason">;

/** A trace that ended a thread outside of a check this often is not processed again. */
const maxTraceStrikes = 2;
/** A check that ends this many threads of one project within the time is not run there for as long. */
const maxProjectStrikes = 3;
/** Traces of a project that ended this many threads within the time, outside of checks, are processed separately. */
const maxSuspectStrikes = 2;
const projectPauseMs = 10 * 60_000;

/** Checks that a worker must not run: for all traces of a project, or for one trace (its key). */
export interface RuledOut extends UnfinishedCheck {
  readonly scope: string;
}

/** Returns the checks of a trace that ended a thread, and how often something else of it did. */
export function judgeStrikes(marks: readonly Mark[]) {
  let checks: readonly UnfinishedCheck[] = [];
  const others: Mark[] = [];
  for (const mark of marks) {
    const check = unfinishedCheckAt(mark.step, mark.reason);
    if (check) checks = withUnfinished(checks, check);
    else others.push(mark);
  }
  return { checks, others };
}

interface Dependencies {
  readonly journal: Pick<Journal, "addStrike" | "strikes">;
  /** Unix milliseconds. */
  readonly now: () => number;
}

/**
 * Remembers which traces ended a thread, and at what, in the journal: a restart does not start counting anew. A check
 * that ended one gets the verdict `broken` at the next attempt; a trace that ended two outside of its checks is to be
 * taken out.
 */
export function createStrikes({ journal, now }: Dependencies) {
  const marks = new Map<string, Mark[]>();
  /** By project and check. */
  const ofProjects = new Map<string, { project: string; unfinished: UnfinishedCheck; times: readonly number[] }>();
  const suspects = new Map<string, readonly number[]>();
  for (const strike of journal.strikes()) remember(strike);

  return { struckTrace, add, ruledOut, condemned, isSuspect, forget };

  /** Returns the trace among `taken` that ended the thread of this failure. */
  function struckTrace(thrown: unknown, taken: readonly TakenTrace[]): TakenTrace | undefined {
    const lost = lostThreadOf(thrown);
    return lost && lost.at.item !== "" ? taken.find(({ key }) => key === lost.at.item) : undefined;
  }

  /** Resolves when a crash can no longer undo the count. */
  async function add(trace: TakenTrace, { at, reason }: LostThread): Promise<void> {
    const seq = Math.min(...trace.refs.map((ref) => ref.seq));
    const strike = { seq, traceId: trace.traceId, step: at.step, reason };
    remember(strike);
    const unfinished = unfinishedCheckAt(at.step, reason);
    if (unfinished) addToProject(trace.projectId, unfinished);
    else suspects.set(trace.projectId, withNow(suspects.get(trace.projectId)));
    await journal.addStrike(strike);
  }

  function addToProject(project: string, unfinished: UnfinishedCheck): void {
    const key = `${project} ${unfinished.check}`;
    ofProjects.set(key, { project, unfinished, times: withNow(ofProjects.get(key)?.times) });
  }

  function recent(times: readonly number[]): readonly number[] {
    return times.filter((time) => time > now() - projectPauseMs);
  }

  function withNow(times: readonly number[] = []): readonly number[] {
    return [...recent(times), now()];
  }

  /** Returns whether traces of the project recently ended threads in steps that every trace goes through. */
  function isSuspect(project: string): boolean {
    const times = suspects.get(project);
    return times !== undefined && recent(times).length >= maxSuspectStrikes;
  }

  /** Returns what the worker must not run for these traces. */
  function ruledOut(taken: readonly TakenTrace[]): readonly RuledOut[] {
    if (marks.size === 0 && ofProjects.size === 0) return [];
    const ofTraces = taken.flatMap((trace) =>
      judgeStrikes(marksOf(trace)).checks.map((unfinished) => ({ scope: trace.key, ...unfinished })),
    );
    return [...ofTraces, ...pausedChecks(new Set<string>(taken.map(({ projectId }) => projectId)))];
  }

  function pausedChecks(projects: ReadonlySet<string>): readonly RuledOut[] {
    return [...ofProjects].flatMap(([key, { project, unfinished, times }]) => {
      const count = recent(times).length;
      if (count === 0) ofProjects.delete(key);
      if (!projects.has(project) || count < maxProjectStrikes) return [];
      const reason = `it did not finish on ${count} calls of this project within 10 minutes and is paused`;
      return [{ scope: project, check: unfinished.check, reason }];
    });
  }

  /** Returns why a trace must not be processed again; a replayed dead letter gets one attempt each time. */
  function condemned(trace: TakenTrace, isNewStrike: boolean): string | undefined {
    if (marks.size === 0) return undefined;
    const { others } = judgeStrikes(marksOf(trace));
    const isOver = others.length >= maxTraceStrikes && (isNewStrike || !trace.isReplay);
    const last = others.at(-1);
    return isOver && last ? `it ended ${others.length} threads: "${last.step}" ${last.reason}` : undefined;
  }

  /** Forgets traces that left the journal. */
  function forget(traces: readonly TakenTrace[]): void {
    if (marks.size === 0) return;
    for (const { refs, traceId } of traces) for (const { seq } of refs) marks.delete(keyOf(seq, traceId));
  }

  function remember({ seq, traceId, step, reason }: Strike): void {
    const key = keyOf(seq, traceId);
    marks.set(key, [...(marks.get(key) ?? []), { step, reason }]);
  }

  function marksOf({ refs, traceId }: TakenTrace): readonly Mark[] {
    if (marks.size === 0) return [];
    return [...new Set(refs.map(({ seq }) => seq))].flatMap((seq) => marks.get(keyOf(seq, traceId)) ?? []);
  }
}

export type Strikes = ReturnType<typeof createStrikes>;

const keyOf = (seq: number, traceId: string) => `${seq} ${traceId}`;
