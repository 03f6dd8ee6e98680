import type { z } from "zod";
import { type Queue, queueSentence, queueState } from "../../checks/jobs/queue-health.ts";
import { isoTime } from "../../datapoints/contract/datapoint-json.ts";
import type { ProjectId } from "../../platform/ids.ts";
import type { ApiNeeds } from "../../server/routes/needs.ts";
import { storeNames } from "../../storage/clickhouse/store-condition.ts";
import type { PipelineHealth } from "../contract/pipeline.ts";
import type { BatchStatus, EngineCondition } from "../ports/pipeline-status.ts";

type Needs = Pick<ApiNeeds, "pipeline" | "journal" | "deadLetters" | "stores" | "now">;

const stalledBatchMs = 30_000;

/** What is late, from memory and the journal alone: no database is asked. */
export function pipelineHealth(
  needs: Needs,
  project: ProjectId,
): Omit<z.output<typeof PipelineHealth>, "notifications"> {
  const { pipeline, journal, deadLetters, stores, now } = needs;
  const queue = pipelineQueue(needs, project);
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
  };
}

/** Accepted data of a project that is not visible yet, with the reason where one is known. */
export function pipelineQueue({ pipeline, stores, now }: Needs, project: ProjectId): Queue {
  const lag = pipeline.lagMs(project);
  const waiting = pipeline.backlog().find(({ projectId }) => projectId === project)?.entries ?? 0;
  if (lag === 0) return { name: "pipeline", waiting };
  const problem = reasonOf(pipeline.engine(), pipeline.batches(), stores(), project);
  return { name: "pipeline", waiting, oldestAt: now() - lag, ...(problem === undefined ? {} : { problem }) };
}

/** The dead letters of a project. The newest says why: the others often failed for the same reason. */
export function deadLetterQueue({ deadLetters }: Needs, project: ProjectId): Queue {
  const { letters, oldestAt } = deadLetters.count(project);
  const [newest] = letters === 0 ? [] : deadLetters.list(project, { limit: 1 }).items;
  return {
    name: "dead_letters",
    waiting: letters,
    ...(oldestAt === undefined ? {} : { oldestAt }),
    ...(newest ? { problem: newest.reason } : {}),
  };
}

/** The engine's own words first, then those of the oldest batch that fails, then a store that does not answer. */
function reasonOf(
  engine: EngineCondition,
  batches: readonly BatchStatus[],
  stores: ReturnType<Needs["stores"]>,
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

function recordsJson(stores: ReturnType<Needs["stores"]>) {
  const records = stores.find(({ name }) => name === "records");
  if (!records || records.isAvailable) return { state: "available" as const };
  const since = records.since === undefined ? undefined : isoTime(records.since);
  return { state: "away" as const, since, reason: records.reason };
}
