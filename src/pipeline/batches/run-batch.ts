import { randomUUID } from "node:crypto";
import { messageOf } from "../../platform/failure.ts";
import type { ProjectId } from "../../platform/ids.ts";
import { retrying } from "../../platform/scheduling/retry.ts";
import type { Telemetry } from "../../platform/telemetry/telemetry.ts";
import type { BatchMember, NewDeadLetter, WriteBatch, WriteBatchStore } from "../../storage/index.ts";
import { stageRetries } from "../stage-retries.ts";
import { createReconcile, type Reconciled } from "../traces/reconcile.ts";
import type { TakenTrace } from "../traces/taken-trace.ts";
import type { BatchBoard } from "./batch-board.ts";
import { type BatchResult, readResult, type TraceOutcome } from "./batch-result.ts";
import type { EvaluateBatch, Summaries } from "./evaluate-batch.ts";
import type { StoreBatch, TraceRange } from "./store-batch.ts";
import type { StoreTopical } from "./store-topical.ts";
import type { Strikes } from "./strikes.ts";

interface Dependencies {
  readonly writeBatches: WriteBatchStore;
  readonly membersOf: (traces: readonly TakenTrace[]) => BatchMember[];
  readonly evaluation: EvaluateBatch;
  readonly storeBatch: StoreBatch;
  /** Stores findings that await their topic. */
  readonly storeTopical: StoreTopical;
  /** Runs stage "update issues" and returns the reasons, by key, for the traces that failed permanently. */
  readonly finish: (batchId: string, outcomes: readonly TraceOutcome[]) => Promise<ReadonlyMap<string, string>>;
  readonly strikes: Pick<Strikes, "struckTrace" | "condemned" | "isSuspect" | "forget">;
  /** Whether other processes write to the same ClickHouse. */
  readonly isShared: boolean;
  /** Runs isolated work of a project, one task at a time, in parallel to all other batches. */
  readonly isolate: (project: ProjectId | undefined, task: () => Promise<void>) => void;
  /** Runs the steps after storing rows without delaying the next batch. */
  readonly inBackground: (task: () => Promise<void>) => void;
  readonly onDone: (
    traces: readonly TakenTrace[],
    members: readonly BatchMember[],
    outcomes: readonly TraceOutcome[],
  ) => void;
  readonly board: BatchBoard;
  readonly telemetry: Telemetry;
  readonly signal: AbortSignal;
}

/** The traces of one write batch, each with a reason if it goes to the dead-letter queue. */
interface Stored {
  readonly batch: WriteBatch;
  readonly traces: readonly TakenTrace[];
  readonly outcomes: readonly TraceOutcome[];
  readonly reasons: Map<string, string>;
}

/**
 * Takes traces through evaluate → save → store → update issues → complete. A failure caused by the batch splits it,
 * down to one trace, which goes to the dead-letter queue; nothing else waits for it.
 */
export function createRunBatch(dependencies: Dependencies) {
  const {
    writeBatches,
    membersOf,
    evaluation,
    storeBatch,
    storeTopical,
    finish,
    isShared,
    isolate,
    inBackground,
    onDone,
  } = dependencies;
  const { strikes, board, telemetry, signal } = dependencies;
  const reconcile = createReconcile({ ...dependencies, again });
  return { run, resume };

  /** Resolves when the rows of these traces are stored, or the failing ones are being isolated. */
  async function run(taken: readonly TakenTrace[]): Promise<void> {
    // Grouping by project lets a failure be isolated by project first.
    const grouped = [...Map.groupBy(taken, ({ projectId }) => projectId).values()].flat();
    const traces = await withoutCondemned(grouped);
    try {
      const summaries = await evaluation.summariesOf(traces);
      const { suspect = [], healthy = [] } = Object.groupBy(traces, ({ projectId }) =>
        strikes.isSuspect(projectId) ? "suspect" : "healthy",
      );
      for (const own of Map.groupBy(suspect, ({ projectId }) => projectId).values())
        for (const portion of evaluation.portions(own, summaries)) runApart(portion, summaries);
      for (const portion of evaluation.portions(healthy, summaries)) await runPortion(portion, summaries);
    } catch (thrown) {
      if (signal.aborted) throw thrown;
      await smaller(traces, thrown, (part) => run(part));
    }
  }

  /** After a restart, the journal still knows which traces have ended two workers. */
  async function withoutCondemned(traces: readonly TakenTrace[]): Promise<readonly TakenTrace[]> {
    const left: TakenTrace[] = [];
    for (const trace of traces) {
      const reason = strikes.condemned(trace, false);
      if (reason === undefined) left.push(trace);
      else await bury(trace, reason);
    }
    return left;
  }

  /** Processes traces of one project on a separate thread, while others go on. */
  function runApart(traces: readonly TakenTrace[], summaries: Summaries): void {
    isolate(traces[0]?.projectId, () => runPortion(traces, summaries, true));
  }

  async function runPortion(traces: readonly TakenTrace[], summaries: Summaries, isApart = false): Promise<void> {
    const batch: WriteBatch = { id: randomUUID(), members: membersOf(traces) };
    const projects = [...new Set(traces.map(({ projectId }) => projectId))];
    const items = traces.reduce((sum, { refs }) => sum + refs.length, 0);
    board.enter(batch.id, { stage: "evaluate", projects, items });
    const retries = again(batch.id, "save");
    await using file = await retrying(() => writeBatches.create(batch), retries);
    let result: BatchResult;
    try {
      const given = { summaries, members: batch.members, isApart, file, again: retries };
      result = await evaluation.evaluate(batch.id, traces, given);
      board.enter(batch.id, { stage: "save", bytes: bytesOf(result) });
      await retrying(() => file.save(), retries);
    } catch (thrown) {
      board.leave(batch.id);
      if (signal.aborted) throw thrown;
      const struck = strikes.struckTrace(thrown, traces);
      if (struck) await apart(struck, traces, summaries);
      else await smaller(traces, thrown, (part) => runPortion(part, summaries, isApart));
      return;
    }
    await store(batch, traces, result);
  }

  /**
   * After a trace ended its worker: other projects' traces go on, those of its project run separately, and the trace
   * itself last and alone. Once it has ended two workers outside of a check, it goes to the dead-letter queue.
   */
  async function apart(struck: TakenTrace, traces: readonly TakenTrace[], summaries: Summaries): Promise<void> {
    const { projectId } = struck;
    const others = traces.filter((trace) => trace.projectId !== projectId);
    const own = traces.filter((trace) => trace !== struck && trace.projectId === projectId);
    if (own.length > 0) runApart(own, summaries);
    const reason = strikes.condemned(struck, true);
    if (reason === undefined) runApart([struck], summaries);
    else await bury(struck, reason);
    if (others.length > 0) await runPortion(others, summaries);
  }

  async function bury(trace: TakenTrace, reason: string): Promise<void> {
    const batch = { id: randomUUID(), members: membersOf([trace]) };
    board.enter(batch.id, { stage: "complete", projects: [trace.projectId], items: trace.refs.length });
    const reasons = new Map([[trace.key, `it could not be processed: ${reason}`]]);
    await complete({ batch, traces: [trace], outcomes: [], reasons });
  }

  /** Retries a failed batch in halves in the background; a single trace that fails goes to the dead-letter queue. */
  async function smaller(
    traces: readonly TakenTrace[],
    failure: unknown,
    act: (part: readonly TakenTrace[]) => Promise<void>,
  ): Promise<void> {
    const [only] = traces;
    if (!only) return;
    reportSplit(traces.length, failure);
    if (traces.length === 1) return bury(only, messageOf(failure));
    const middle = traces.length >>> 1;
    const project = traces.every(({ projectId }) => projectId === only.projectId) ? only.projectId : undefined;
    for (const part of [traces.slice(0, middle), traces.slice(middle)]) isolate(project, () => act(part));
  }

  /** Stores the result of a batch that was saved before the last stop. */
  async function resume(batch: WriteBatch, traces: readonly TakenTrace[]): Promise<"resumed" | "damaged"> {
    await using saved = await writeBatches.result(batch.id);
    if (!saved) return "damaged";
    const result = await readResult(saved);
    const projects = [...new Set(traces.map(({ projectId }) => projectId))];
    board.enter(batch.id, { stage: "store", projects, items: traces.length, bytes: bytesOf(result) });
    await store(batch, traces, result);
    return "resumed";
  }

  async function store(batch: WriteBatch, traces: readonly TakenTrace[], result: BatchResult): Promise<void> {
    const stored: Stored = { batch, traces, outcomes: result.outcomes, reasons: brokenOf(result.outcomes) };
    board.enter(batch.id, { stage: "store" });
    // Before the datapoints, so that a later part of a trace reads their findings. A failure is met again in "update issues".
    await storeTopical(result.outcomes.map(({ findings }) => findings)).catch(() => undefined);
    try {
      await storeBatch.whole(result);
    } catch (thrown) {
      if (signal.aborted) throw thrown;
      board.fail(batch.id, messageOf(thrown));
      const refused = await storeBatch.byProject(batch.id, result, thrown);
      const [first] = refused;
      if (first) {
        isolate(outcomeAt(result, first.from)?.projectId, () => storeByRow(stored, refused));
        return;
      }
    }
    inBackground(() => afterStored(stored));
  }

  /** The file is reopened when the isolated task runs. */
  async function storeByRow(stored: Stored, refused: readonly TraceRange[]): Promise<void> {
    const { batch, reasons } = stored;
    await using saved = await writeBatches.result(batch.id);
    if (saved) {
      const result = await readResult(saved);
      for (const range of refused)
        for (const [index, reason] of await storeBatch.byRow(result, range)) {
          const outcome = outcomeAt(result, index);
          if (outcome) reasons.set(outcome.key, reason);
        }
    } else for (const { key } of stored.traces) reasons.set(key, "the saved result of its write batch is damaged");
    await afterStored(stored);
  }

  async function afterStored(stored: Stored): Promise<void> {
    const { batch, traces, outcomes, reasons } = stored;
    board.enter(batch.id, { stage: "reconcile" });
    const named = traces.filter(({ key, traceId }) => traceId !== "" && !reasons.has(key));
    const reconciled = isShared ? await reconcile(named) : nothingAgain;
    for (const [key, reason] of reconciled.unsettled)
      reasons.set(key, `its parts, which several processes stored, could not be put together: ${reason}`);
    board.enter(batch.id, { stage: "update_issues" });
    for (const [key, reason] of await finish(batch.id, [...outcomes, ...reconciled.outcomes])) reasons.set(key, reason);
    for (const one of reconciled.batches) await retrying(() => writeBatches.complete(one), again(one.id, "complete"));
    await complete(stored);
  }

  async function complete({ batch, traces, outcomes, reasons }: Stored): Promise<void> {
    board.enter(batch.id, { stage: "complete" });
    const dead = traces.flatMap((trace) => deadLettersOf(trace, reasons.get(trace.key)));
    await retrying(() => writeBatches.complete(batch, dead), again(batch.id, "complete"));
    for (const { projectId, traceId, key } of traces)
      if (reasons.has(key))
        telemetry.emit({
          kind: "items-dead-lettered",
          level: "error",
          message: "a trace could not be stored completely and was moved to the dead-letter queue",
          facts: { project: projectId, trace: traceId },
        });
    board.leave(batch.id);
    strikes.forget(traces.filter(({ key }) => !reasons.has(key)));
    onDone(traces, batch.members, outcomes);
  }

  function reportSplit(traces: number, failure: unknown): void {
    telemetry.emit({
      kind: "batches-split",
      level: "warn",
      message: "a write batch failed although the engine is well; it is processed in smaller parts",
      facts: { traces, error: messageOf(failure) },
    });
  }

  /** Retries while the disk is full, so that the batch is neither lost nor delayed until the next start. */
  function again(batchId: string, stage: string) {
    const options = stageRetries(
      { telemetry, signal },
      stage,
      `the journal refused to ${stage} a write batch; it is retried`,
    );
    return {
      ...options,
      onFailure: (...[failure, failures]: Parameters<typeof options.onFailure>) => {
        board.fail(batchId, failure.message);
        options.onFailure(failure, failures);
      },
    };
  }
}

export type RunBatch = ReturnType<typeof createRunBatch>;

const nothingAgain: Reconciled = { outcomes: [], batches: [], unsettled: new Map() };

const bytesOf = ({ tables }: BatchResult) => tables.reduce((sum, { length }) => sum + length, 0);

const outcomeAt = ({ outcomes }: BatchResult, index: number) =>
  outcomes.find((outcome) => outcome.encodedIndex === index);

const brokenOf = (outcomes: readonly TraceOutcome[]) =>
  new Map(outcomes.flatMap(({ key, broken }) => (broken === undefined ? [] : [[key, broken] as const])));

function deadLettersOf({ traceId, refs }: TakenTrace, reason: string | undefined): readonly NewDeadLetter[] {
  if (reason === undefined) return [];
  return Array.from(
    Map.groupBy(refs, ({ seq }) => seq),
    ([seq, ofEntry]) => ({
      seq,
      items: ofEntry.map(({ item }) => item),
      traceId,
      reason,
    }),
  );
}
