import type { ProjectId } from "../domain/ids.ts";
import type { Finding } from "../domain/issue.ts";
import { Failure, messageOf } from "../lib/failure.ts";
import { freeMemory } from "../lib/free-memory.ts";
import { retrying } from "../lib/retry.ts";
import type { TraceReader } from "../ports/datapoint-reader.ts";
import type { JobStore } from "../ports/jobs.ts";
import type { Aside, Journal, Plan, PlanMember } from "../ports/journal.ts";
import type { Keeper, TableBatch } from "../ports/kept.ts";
import type { Telemetry } from "../telemetry/telemetry.ts";
import type { TraceKey } from "./assembly.ts";
import type { ProcessEntry, ProcessResult, ProcessTask, TraceOutcome } from "./process.ts";
import type { Retracted } from "./raise.ts";
import { stationRetries } from "./station-retries.ts";
import type { Tombstones } from "./tombstones.ts";

interface Needs {
  readonly journal: Journal;
  readonly aside: Aside;
  readonly process: (task: ProcessTask, transfer: readonly ArrayBuffer[]) => Promise<ProcessResult>;
  readonly keeper: Keeper;
  readonly traces: TraceReader;
  /** Slow checks are left here; they are run once their datapoints are stored. */
  readonly jobs: Pick<JobStore, "add" | "withdraw">;
  /** Told that there is something to do. */
  readonly jobsAdded: () => void;
  /** What was deleted is not stored again. */
  readonly tombstones: Pick<Tombstones, "covers">;
  /** Station 7. */
  readonly raise: (findings: readonly Finding[], retracted: readonly Retracted[]) => Promise<void>;
  readonly telemetry: Telemetry;
  readonly now: () => number;
  /** Ends the retries when the service stops. */
  readonly signal: AbortSignal;
}

/**
 * Carries one plan from the journal through processing, keeping and raising. `touched`: its traces that may have
 * stored parts; absent: any of them may. Resolves when all of it is stored and raised, or set aside with a reason;
 * rejects only when the service stops first.
 */
export type RunPlan = (plan: Plan, touched?: readonly TraceKey[]) => Promise<readonly TraceOutcome[]>;

export function createRunPlan({
  journal,
  aside,
  process,
  keeper,
  traces,
  jobs,
  jobsAdded,
  tombstones,
  raise,
  telemetry,
  now,
  signal,
}: Needs): RunPlan {
  return async (plan, touched) => {
    try {
      return await carry(plan, plan.id, touched);
    } catch (thrown) {
      if (isToWait(thrown)) throw thrown;
      telemetry.emit({
        kind: "plans-split",
        level: "warn",
        message: "a plan could not be stored whole and is stored item by item",
        facts: { plan: plan.id, error: messageOf(thrown) },
      });
      return oneByOne(plan);
    }
  };

  /** The service stops, or a dependency is away: nothing is wrong with the items. */
  function isToWait(thrown: unknown): boolean {
    return signal.aborted || (thrown instanceof Failure && thrown.blame === "dependency");
  }

  async function carry(plan: Plan, name: string, touched?: readonly TraceKey[]): Promise<readonly TraceOutcome[]> {
    const entries = read(plan.members);
    const result = await process(
      { version: plan.version, entries, earlier: await earlierOf(touched ?? tracesOf(plan.members)) },
      entries.map(({ bytes }) => bytes.buffer as ArrayBuffer),
    );
    await keep(result.tables, name);
    for (const { bytes } of result.tables) freeMemory(bytes);
    await leaveJobs(result);
    await retrying(() => raise(result.findings, result.retracted), again("raise"));
    for (const broken of result.outcomes.filter((outcome) => outcome.broken !== undefined))
      await setAside(plan.members, broken, broken.broken ?? "");
    count(result);
    tellErased(result.outcomes.reduce((sum, { erased = false, spans }) => sum + (erased ? spans : 0), 0));
    return result.outcomes;
  }

  /** After the rows, because a job reads its datapoint from them. */
  async function leaveJobs({ orders, withdrawn }: ProcessResult): Promise<void> {
    if (withdrawn.length > 0) await retrying(() => jobs.withdraw(withdrawn, now()), again("jobs"));
    if (orders.length === 0) return;
    await retrying(() => jobs.add(orders, now()), again("jobs"));
    jobsAdded();
  }

  /** Lists read datapoints first: what they refer to is there before them. */
  async function keep(tables: readonly TableBatch[], name: string): Promise<void> {
    const last = tables.filter(({ table }) => table === "datapoints");
    for (const group of [tables.filter(({ table }) => table !== "datapoints"), last])
      await Promise.all(
        group.map((batch) => retrying(() => keeper.insert(batch, `${name}:${batch.table}`), again("keep"))),
      );
  }

  /** After a defect: every item alone, so that the rest goes on and the poison is set aside with its reason. */
  async function oneByOne(plan: Plan): Promise<readonly TraceOutcome[]> {
    const outcomes: TraceOutcome[] = [];
    for (const { seq, items } of plan.members) {
      const traceIds = journal.read(seq)?.traceIds ?? [];
      for (const item of items ?? traceIds.keys()) {
        const member = { seq, items: [item] };
        try {
          outcomes.push(...(await carry({ ...plan, members: [member] }, `${plan.id}:${seq}.${item}`)));
        } catch (thrown) {
          if (isToWait(thrown)) throw thrown;
          await setAside([member], { traceId: traceIds[item] ?? "" }, messageOf(thrown));
        }
      }
    }
    return outcomes;
  }

  function read(members: readonly PlanMember[]): ProcessEntry[] {
    return members.flatMap(({ seq, items }) => {
      const entry = journal.read(seq);
      if (!entry) return []; // a plan that was stored before the crash, but for its completion
      const { projectId, source, signal, receivedAt, bytes, traceIds } = entry;
      const wanted = items ?? [...traceIds.keys()];
      const left = wanted.filter(
        (item) => !tombstones.covers({ projectId, receivedAt, traceId: traceIds[item] ?? "" }),
      );
      tellErased(wanted.length - left.length);
      if (left.length === 0) return [];
      const isWhole = items === undefined && left.length === wanted.length;
      return { projectId, source, signal, receivedAt, bytes, ...(isWhole ? {} : { items: left }) };
    });
  }

  function tellErased(count: number): void {
    if (count === 0) return;
    const message = "items were not stored because what they belong to was deleted";
    telemetry.emit({ kind: "items-erased", level: "info", count, message });
  }

  function tracesOf(members: readonly PlanMember[]): TraceKey[] {
    return members.flatMap(({ seq, items }) => {
      const entry = journal.read(seq);
      const traceIds = entry?.traceIds ?? [];
      return (items?.map((item) => traceIds[item] ?? "") ?? traceIds)
        .filter((traceId) => traceId !== "")
        .map((traceId) => ({ projectId: entry?.projectId as ProjectId, traceId }));
    });
  }

  async function earlierOf(keys: readonly TraceKey[]): Promise<ProcessTask["earlier"]> {
    const byProject = Map.groupBy(keys, ({ projectId }) => projectId);
    const found = await Promise.all(
      Array.from(byProject, async ([projectId, traceKeys]) => {
        const ids = [...new Set(traceKeys.map(({ traceId }) => traceId))];
        const parts = await retrying(() => traces.parts(projectId, ids), again("keep"));
        return Array.from(parts, ([traceId, stored]) => ({ projectId, traceId, ...stored }));
      }),
    );
    return found.flat();
  }

  async function setAside(members: readonly PlanMember[], { traceId }: { traceId: string }, reason: string) {
    const entry = members.map(({ seq }) => journal.read(seq)).find((one) => one?.traceIds.includes(traceId));
    if (!entry) return;
    const { projectId, signal, bytes } = entry;
    await aside.put({ projectId, traceId, signal, reason, at: now(), bytes });
    telemetry.emit({
      kind: "items-set-aside",
      level: "error",
      message: "a trace could not be processed and was set aside",
      facts: { project: projectId, trace: traceId, reason },
    });
  }

  function count({ outcomes }: ProcessResult): void {
    const total = (of: "spans" | "datapoints" | "checks" | "findings" | "overLimit") =>
      outcomes
        .filter(({ broken, erased }) => broken === undefined && !erased)
        .reduce((sum, outcome) => sum + outcome[of], 0);
    const emit = (kind: string, items: number) =>
      items > 0 && telemetry.emit({ kind, level: "debug", count: items, message: kind.replaceAll("-", " ") });
    emit("items-stored", total("spans"));
    emit("datapoints-stored", total("datapoints"));
    emit("verdicts-stored", total("checks"));
    emit("findings-raised", total("findings"));
    emit("datapoints-over-limit", total("overLimit"));
  }

  function again(station: string) {
    return stationRetries({ telemetry, signal }, station, `${station} failed and is tried again`);
  }
}
