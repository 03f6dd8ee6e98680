import { randomUUID } from "node:crypto";
import { messageOf } from "../lib/failure.ts";
import { retrying } from "../lib/retry.ts";
import { createSeen } from "../lib/seen.ts";
import type { Admission, Batch } from "../ports/admission.ts";
import type { EntryHead, Journal, Plan, PlanBook, Seq } from "../ports/journal.ts";
import type { Telemetry } from "../telemetry/telemetry.ts";
import { type AssemblyOptions, createAssembly, type Taken } from "./assembly.ts";
import { createReceipts } from "./receipts.ts";
import type { RunPlan } from "./run-plan.ts";
import { stationRetries } from "./station-retries.ts";

export interface LineOptions extends AssemblyOptions {
  /** About this many items are stored together. */
  readonly planItems: number;
  /** Plans under way at once: one being worked on while another is being inserted. */
  readonly plansAtOnce: number;
  /** Items held in memory (as references); the rest waits unread in the journal. */
  readonly heldItems: number;
  /** How many traces are remembered for recognising a late part. */
  readonly rememberedTraces: number;
}

interface Needs {
  readonly journal: Journal;
  readonly plans: PlanBook;
  readonly runPlan: RunPlan;
  readonly telemetry: Telemetry;
  readonly now: () => number;
  readonly options: LineOptions;
  /** Ends the retries when the service stops. */
  readonly signal: AbortSignal;
}

export interface Line {
  readonly admission: Admission;
  /** Finishes the plans of the last stop, then takes up the journal. `known`: traces stored lately, `project trace`. */
  start(known: Iterable<string>): void;
  /** Takes no more plans; resolves when those under way have ended. What is left stays in the journal. */
  stop(): Promise<void>;
  /** Resolves when the plans that are under way now have ended. */
  passed(): Promise<void>;
  /** The oldest waiting batch came so long ago; 0 when nothing waits. */
  lagMs(): number;
}

const tickMs = 50;

/**
 * The line from journal to storage. An accepted batch waits in the journal; its items are brought together by trace,
 * taken in plans, and freed when their plan is stored. A plan is saved before anything is inserted for it, so that
 * after a crash the very same items are inserted under the same name.
 */
export function createLine({ journal, plans, runPlan, telemetry, now, options, signal }: Needs): Line {
  const assembly = createAssembly(options);
  const seen = createSeen(options.rememberedTraces);
  const receipts = createReceipts();
  const running = new Set<Promise<void>>();
  const arrivals = new Map<Seq, number>();
  let readUpTo: Seq = 0;
  let lastVersion = 0;
  let ticker: NodeJS.Timeout | undefined;
  let stopped = false;

  return {
    admission: { admit },
    start(known) {
      for (const key of known) seen.add(key);
      for (const plan of plans.pending()) launch(plan);
      // What they hold is freed before anything else of the journal is read.
      void Promise.allSettled(running).then(() => {
        if (!stopped) ticker = setInterval(tick, tickMs);
      });
    },
    async stop() {
      stopped = true;
      clearInterval(ticker);
      await Promise.allSettled(running);
    },
    async passed() {
      await Promise.allSettled(running);
    },
    lagMs() {
      const [oldest] = arrivals.values();
      return oldest === undefined ? 0 : now() - oldest;
    },
  };

  async function admit(batch: Batch) {
    const { bytes: _, ...facts } = batch;
    const { seq, repeated } = await journal.append(batch);
    if (repeated) return { repeated, settled: async () => nothing };
    const settled = { promise: undefined as ReturnType<typeof receipts.wait> | undefined };
    if (ticker && seq === readUpTo + 1 && assembly.waiting() < options.heldItems) hold({ ...facts, seq, done: [] });
    return { repeated, settled: () => (settled.promise ??= receipts.wait(seq, batch.traceIds)) };
  }

  function hold(head: EntryHead): void {
    readUpTo = head.seq;
    arrivals.set(head.seq, head.receivedAt);
    assembly.add(head, now());
  }

  /** Takes up what waits unread in the journal. */
  function refill(): void {
    while (assembly.waiting() < options.heldItems) {
      const heads = journal.heads(readUpTo, 500);
      for (const head of heads) hold(head);
      if (heads.length === 0) return;
    }
  }

  function tick(): void {
    refill();
    while (running.size < options.plansAtOnce) {
      const taken = assembly.take(now(), options.planItems);
      if (!taken) return;
      lastVersion = Math.max(lastVersion + 1, now() * 1000);
      launch({ id: randomUUID(), version: lastVersion, members: taken.members }, taken);
    }
  }

  function launch(plan: Plan, taken?: Taken): void {
    const run: Promise<void> = carry(plan, taken)
      .catch((error: unknown) => {
        telemetry.emit({
          kind: "plans-left",
          level: "warn",
          message: "a plan was not stored before the stop; it is taken up again at the next start",
          facts: { plan: plan.id, error: messageOf(error) },
        });
      })
      .finally(() => running.delete(run));
    running.add(run);
  }

  async function carry(plan: Plan, taken: Taken | undefined): Promise<void> {
    if (taken) await retrying(() => plans.save(plan), again("save"));
    // Nobody remembers which traces an unfinished plan touched: all of them are looked up.
    const touched = taken?.traces.filter(({ traceId }, index) => traceId !== "" && seen.has(taken.keys[index] ?? ""));
    const outcomes = await runPlan(plan, touched);
    await retrying(() => plans.complete(plan), again("complete"));
    for (const { projectId, traceId } of outcomes) seen.add(`${projectId} ${traceId}`);
    assembly.release(taken?.keys ?? []);
    for (const { seq } of plan.members) arrivals.delete(seq);
    receipts.left(plan.members, outcomes);
  }

  /** A full disk empties: the plan is neither lost nor left until the next start. */
  function again(station: string) {
    return stationRetries(
      { telemetry, signal },
      station,
      `the journal refused to ${station} a plan; it is tried again`,
    );
  }
}

const nothing = { datapointsCreated: 0, spansProcessed: 0, checksExecuted: 0, issuesFound: 0 };
