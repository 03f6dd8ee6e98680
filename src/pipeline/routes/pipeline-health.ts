import type { z } from "zod";
import type { Queue } from "../../checks/index.ts";
import { queueSentence, queueState } from "../../checks/service.ts";
import type { ProjectId } from "../../platform/ids.ts";
import { isoTime } from "../../server/service.ts";
import type { DeadLetterQueue, Journal, StoreCondition } from "../../storage/index.ts";
import { storeNames } from "../../storage/service.ts";
import type { PipelineHealth } from "../contract/pipeline.ts";
import type { BatchStatus, EngineCondition, PipelineStatus } from "../ports/pipeline-status.ts";

interface PipelineHealthDependencies {
  readonly pipeline: PipelineStatus;
  readonly journal: Pick<Journal, "size" | "refusal" | "backlog" | "damaged">;
  readonly deadLetters: Pick<DeadLetterQueue, "list" | "count" | "remove">;
  /** Condition of the databases at the last background probe. */
  readonly stores: () => readonly StoreCondition[];
  readonly longestBlockMs: () => number;
  /** Unix milliseconds. */
  readonly now: () => number;
}

const stalledBatchMs = 30_000;

/** Returns what is delayed, from memory and the journal only, without a database query. */
export function pipelineHealth(
  dependencies: PipelineHealthDependencies,
  project: ProjectId,
): Omit<z.output<typeof PipelineHealth>, "notifications"> {
  const { pipeline, journal, deadLetters, stores, now } = dependencies;
  const queue = pipelineQueue(dependencies, project);
  const state = queueState(queue, now());
  const { bytes, entries, maxBytes } = journal.size();
  const refusal = journal.refusal();
  const { letters, bytes: deadBytes, oldestAt } = deadLetters.count(project);
  const mine = pipeline.backlog().find(({ projectId }) => projectId === project);
  return {
    state: state === "stalled" ? "stalled" : state === "moving" ? "moving" : "idle",
    reason: state === "stalled" ? queueSentence(queue, now()) : undefined,
    lagMs: pipeline.lagMs(project),
    serviceLagMs: pipeline.lagMs(),
    waiting: { entries: mine?.entries ?? 0, bytes: mine?.bytes ?? 0 },
    engine: engineJson(pipeline.engine()),
    records: recordsJson(stores()),
    stalledBatches: stalledBatches(pipeline.batches(), project, now()).map(batchJson),
    deadLetters: {
      count: letters,
      bytes: deadBytes,
      oldestAt: oldestAt === undefined ? undefined : isoTime(oldestAt),
    },
    journal: { bytes, entries, maxBytes, share: maxBytes > 0 ? bytes / maxBytes : 0, refusal: refusal?.message },
    longestBlockMs: Math.round(dependencies.longestBlockMs()),
  };
}

/** Returns the accepted data of a project that is not visible yet, with the reason if known. */
export function pipelineQueue({ pipeline, stores, now }: PipelineHealthDependencies, project: ProjectId): Queue {
  const lag = pipeline.lagMs(project);
  const waiting = pipeline.backlog().find(({ projectId }) => projectId === project)?.entries ?? 0;
  if (lag === 0) return { name: "pipeline", waiting };
  const problem = reasonOf(pipeline.engine(), pipeline.batches(), stores(), project);
  return { name: "pipeline", waiting, oldestAt: now() - lag, ...(problem === undefined ? {} : { problem }) };
}

/**
 * Returns the dead letters of a project, with the reason of the newest: the others often failed for the same one.
 */
export function deadLetterQueue({ deadLetters }: PipelineHealthDependencies, project: ProjectId): Queue {
  const { letters, oldestAt } = deadLetters.count(project);
  const [newest] = letters === 0 ? [] : deadLetters.list(project, { limit: 1 }).items;
  return {
    name: "dead_letters",
    waiting: letters,
    ...(oldestAt === undefined ? {} : { oldestAt }),
    ...(newest ? { problem: newest.reason } : {}),
  };
}

/** Prefers the error of the engine, then that of the oldest failing batch, then that of an unavailable store. */
function reasonOf(
  engine: EngineCondition,
  batches: readonly BatchStatus[],
  stores: ReturnType<PipelineHealthDependencies["stores"]>,
  project: ProjectId,
): string | undefined {
  if (engine.kind !== "available") {
    return `ClickHouse ${engine.kind === "away" ? "does not answer" : "refuses rows"} (${engine.reason})`;
  }
  const failing = batches.filter(({ projects, reason }) => projects.includes(project) && reason !== undefined);
  const [oldest] = failing.sort((one, other) => one.startedAt - other.startedAt);
  if (oldest) return `a write batch fails in stage ${oldest.stage} (${oldest.reason})`;
  const away = stores.find(({ isAvailable }) => !isAvailable);
  return away && `${storeNames[away.name]} does not answer (${away.reason ?? "no reason is known"})`;
}

const stalledBatches = (batches: readonly BatchStatus[], project: ProjectId, now: number) =>
  batches.filter(({ projects, startedAt }) => projects.includes(project) && now - startedAt > stalledBatchMs);

function batchJson({ stage, startedAt, items, bytes, failures, reason }: BatchStatus) {
  return { stage, startedAt: isoTime(startedAt), items, bytes, failures, reason };
}

function engineJson(engine: EngineCondition) {
  if (engine.kind === "available") return { state: "available" as const };
  return { state: engine.kind, since: isoTime(engine.since), reason: engine.reason };
}

function recordsJson(stores: ReturnType<PipelineHealthDependencies["stores"]>) {
  const records = stores.find(({ name }) => name === "records");
  if (!records || records.isAvailable) return { state: "available" as const };
  const since = records.since === undefined ? undefined : isoTime(records.since);
  return { state: "away" as const, since, reason: records.reason };
}
