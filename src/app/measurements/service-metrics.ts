import { statfs } from "node:fs/promises";
import { dayOf } from "../../checks/judges/judge.ts";
import type { Backlog, JobReader } from "../../checks/ports/jobs.ts";
import type { SpendStore } from "../../checks/ports/judges.ts";
import type { DeliveryBacklog } from "../../notifications/ports/notifications.ts";
import type { PipelineStatus } from "../../pipeline/ports/pipeline-status.ts";
import { createRefreshed, type Refreshed } from "../../platform/cache/refreshed.ts";
import type { StoreCondition } from "../../storage/clickhouse/store-condition.ts";

/**
 * Service metrics that are read in the background, so that neither a scrape nor a probe waits for their
 * source.
 */
export interface ServiceMetrics {
  readonly stores: () => readonly StoreCondition[];
  /** Undelivered notifications of all projects; the last known values while the records database is unreachable. */
  notifications(): { readonly count: number; readonly oldestAt?: number };
  jobs(): readonly Backlog[];
  exhaustedJudges(): number;
  /** Free bytes of the journal folder's file system; 0 when unknown. */
  diskFreeBytes(): number;
  /** Reads every source once; resolves within the timeout. */
  refresh(): Promise<void>;
  start(): void;
  stop(): Promise<void>;
}

interface Dependencies {
  readonly pingRecords: () => Promise<void>;
  readonly pingClickHouse: () => Promise<void>;
  readonly pipeline: Pick<PipelineStatus, "engine">;
  readonly deliveryBacklog: DeliveryBacklog;
  readonly jobReader: Pick<JobReader, "backlog">;
  readonly spend: Pick<SpendStore, "exhausted">;
  readonly journalFolder: string;
  readonly now: () => number;
  readonly everyMs?: number;
  readonly timeoutMs?: number;
}

export function createServiceMetrics(dependencies: Dependencies): ServiceMetrics {
  const { pingRecords, pingClickHouse, pipeline, deliveryBacklog, jobReader, spend, journalFolder, now } = dependencies;
  const { everyMs = 5000, timeoutMs = 2000 } = dependencies;
  const refreshed = <Value>(read: () => Promise<Value>) => createRefreshed({ read, everyMs, timeoutMs, now });
  const records = refreshed(pingRecords);
  const clickhouse = refreshed(pingClickHouse);
  const notifications = refreshed(() => deliveryBacklog.due(undefined, now()));
  const jobs = refreshed(() => jobReader.backlog());
  const judges = refreshed(() => spend.exhausted(dayOf(now())));
  const disk = refreshed(async () => {
    const { bavail, bsize } = await statfs(journalFolder);
    return bavail * bsize;
  });
  const all: readonly Refreshed<unknown>[] = [records, clickhouse, notifications, jobs, judges, disk];
  return {
    stores: () => [conditionOf("records", records), clickhouseCondition(pipeline, clickhouse)],
    notifications: () => notifications.current().value ?? { count: 0 },
    jobs: () => jobs.current().value ?? [],
    exhaustedJudges: () => judges.current().value ?? 0,
    diskFreeBytes: () => (disk.current().failure ? 0 : (disk.current().value ?? 0)),
    refresh: async () => void (await Promise.all(all.map((one) => one.refresh()))),
    start: () => all.forEach((one) => one.start()),
    stop: async () => void (await Promise.all(all.map((one) => one.stop()))),
  };
}

function conditionOf(name: StoreCondition["name"], ping: Refreshed<void>): StoreCondition {
  const { failure } = ping.current();
  return failure ? { name, isAvailable: false, ...failure } : { name, isAvailable: true };
}

/** Inserts report the condition of ClickHouse to the pipeline; the ping covers times without inserts. */
function clickhouseCondition(pipeline: Dependencies["pipeline"], ping: Refreshed<void>): StoreCondition {
  const condition = pipeline.engine();
  if (condition.kind === "available") return conditionOf("clickhouse", ping);
  const { since, reason } = condition;
  return { name: "clickhouse", isAvailable: false, since, reason };
}
