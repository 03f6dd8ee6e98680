import {
  type CheckDescription,
  type FoundBefore,
  type Job,
  type JudgedStore,
  type StoreVerdicts,
  verdictOf,
} from "../../checks/index.ts";
import type { Datapoint, DatapointReader } from "../../datapoints/index.ts";
import { type Finding, findingsOf, type GroupByTopic } from "../../issues/index.ts";
import type { MonitorStore } from "../../monitors/index.ts";
import type { DatapointId, ProjectId } from "../../platform/ids.ts";
import type { Telemetry } from "../../platform/telemetry/telemetry.ts";
import type { TableBatch, TableWriter } from "../../storage/index.ts";
import type { EngineGate } from "../batches/engine-gate.ts";
import { insertWhenAvailable } from "../batches/insert-when-available.ts";
import type { RowEncoder, VerdictUpdate } from "../ports/processed-trace.ts";

interface StoreVerdictsDependencies {
  readonly jobs: Pick<JudgedStore, "done">;
  readonly datapoints: Pick<DatapointReader, "stored">;
  readonly monitors: Pick<MonitorStore, "list">;
  /** Returns the name of a check and the severity of its findings. */
  readonly describe: (project: ProjectId, check: string) => CheckDescription | undefined;
  readonly encoder: RowEncoder;
  readonly writer: Pick<TableWriter, "insert">;
  /** Decides whether the engine or the rows caused a failed insert, and waits for an engine that accepts no rows. */
  readonly gate: EngineGate;
  readonly telemetry: Pick<Telemetry, "emit">;
  readonly groupByTopic: GroupByTopic;
  /** Stage "update issues". */
  readonly raise: (
    findings: readonly Finding[],
    retracted: readonly Pick<Finding, "projectId" | "issueId">[],
  ) => Promise<void>;
  /** Unix milliseconds. */
  readonly now: () => number;
}

/** Number of attempts for a single verdict that the engine rejects while it accepts others. */
const attempts = 3;

/**
 * Creates the stages "store" and "update issues" for verdicts of evaluation jobs: it inserts rows, raises findings
 * and completes jobs. Everything is idempotent, and verdicts stay in the records until then. `read` holds
 * datapoints that the caller has already read. Rejected rows are split in halves; a verdict that fails alone is
 * stored as `broken`. Throws Failure("dependency") if the records do not respond.
 */
export function createStoreVerdicts(dependencies: StoreVerdictsDependencies): StoreVerdicts {
  const { jobs, datapoints, monitors, describe, encoder, writer, gate, telemetry, groupByTopic, raise, now } =
    dependencies;

  return async (judged, read = new Map()) => {
    for (const [project, ofProject] of Map.groupBy(judged, ({ projectId }) => projectId))
      await storeOf(project, ofProject, read);
  };

  async function storeOf(project: ProjectId, judged: readonly Job[], read: ReadonlyMap<DatapointId, Datapoint>) {
    const found = await findings(project, judged, read);
    const updates = judged.map((job) => ({ job, row: verdictUpdateOf(job, found.get(job.id) ?? []) }));
    if (await isStored(updates)) return await finish(project, updates);
    const [only] = updates;
    if (updates.length > 1) {
      const middle = judged.length >>> 1;
      await storeOf(project, judged.slice(0, middle), read);
      await storeOf(project, judged.slice(middle), read);
    } else if (only) await finish(project, [await storedAsBroken(only)]);
  }

  async function isStored(updates: readonly JobUpdate[]): Promise<boolean> {
    for (let attempt = 1; attempt <= (updates.length === 1 ? attempts : 1); attempt++) {
      for (const { job, row } of updates) encoder.addVerdict(row, job.rowVersion + 1);
      // Findings first: a visible verdict has its findings.
      const tables = encoder.take().toSorted((a, b) => a.table.localeCompare(b.table));
      if (await areInserted(tables)) return true;
    }
    return false;
  }

  async function areInserted(tables: readonly TableBatch[]): Promise<boolean> {
    for (const batch of tables) if (await insertWhenAvailable({ writer, gate }, () => batch)) return false;
    return true;
  }

  /** Stores a verdict that the engine rejects as broken, without its content. */
  async function storedAsBroken({ job, row }: JobUpdate): Promise<JobUpdate> {
    const { explanation: _, value: __, ...verdict } = row.verdict ?? verdictOf(job);
    const reason = "the verdict was made and cannot be stored";
    const broken = {
      ...row,
      findings: [],
      verdict: { ...verdict, state: "broken", reason, evidence: [] } as const,
    };
    const stored = await isStored([{ job, row: broken }]);
    telemetry.emit({
      kind: "verdicts-refused",
      level: "error",
      message: stored ? "a verdict cannot be stored and is stored as broken" : "a verdict cannot be stored",
      facts: { project: job.projectId, job: job.id, check: job.check },
    });
    return { job, row: broken };
  }

  async function finish(project: ProjectId, updates: readonly JobUpdate[]): Promise<void> {
    const retracted = updates.flatMap(({ row }) =>
      row.retracted.map(({ issueId }) => ({ projectId: project, issueId })),
    );
    await raise(
      updates.flatMap(({ row }) => row.findings),
      retracted,
    );
    await jobs.done(
      updates.map(({ job, row }) => ({ job, found: row.findings.map(keyOf) })),
      now(),
    );
  }

  /** Returns the findings of failed verdicts, by job. A deleted datapoint has no findings. */
  async function findings(project: ProjectId, judged: readonly Job[], read: ReadonlyMap<DatapointId, Datapoint>) {
    const failed = judged.filter(
      ({ result, superseded, silent }) => result?.outcome.kind === "failed" && !superseded && !silent,
    );
    if (failed.length === 0) return new Map<string, readonly Finding[]>();
    const missing = failed.filter(({ datapointId }) => !read.has(datapointId));
    const stored = missing.map(({ datapointId, partitionTime }) => ({ id: datapointId, partitionTime }));
    const more = stored.length === 0 ? [] : await datapoints.stored(project, stored);
    const all = new Map([...read, ...more.map(({ datapoint }) => [datapoint.id, datapoint] as const)]);
    const known = new Map((await monitors.list(project)).map((monitor) => [monitor.id, monitor]));
    const found = failed.map((job): [string, readonly Finding[]] => {
      const datapoint = all.get(job.datapointId);
      const check = describe(project, job.check);
      if (!datapoint || !check) return [job.id, []];
      const checks = new Map([[job.check, check]]);
      const own = findingsOf(datapoint, [verdictOf(job)], { checks, monitors: known });
      return [job.id, own.map((finding) => withKnownTopic(finding, job.found))];
    });
    const grouped = await groupByTopic(found.flatMap(([, own]) => own));
    let from = 0;
    return new Map(found.map(([id, own]) => [id, grouped.slice(from, (from += own.length))]));
  }
}

/** A finding whose topic was decided before stays in its issue. */
function withKnownTopic({ topic, ...finding }: Finding, before: readonly FoundBefore[]): Finding {
  const known = topic && before.find(({ monitorId }) => monitorId === finding.monitorId);
  if (known) return { ...finding, issueId: known.issueId };
  return topic ? { ...finding, topic } : finding;
}

interface JobUpdate {
  readonly job: Job;
  readonly row: VerdictUpdate;
}

function verdictUpdateOf(job: Job, found: readonly Finding[]): VerdictUpdate {
  const { projectId, datapointId, partitionTime, check } = job;
  const holds = new Set(found.map(({ issueId, monitorId }) => `${issueId} ${monitorId}`));
  const retracted = job.found
    .filter(({ issueId, monitorId }) => !holds.has(`${issueId} ${monitorId}`))
    .map((key) => ({ ...key, check }));
  const verdict = job.superseded ? {} : { verdict: verdictOf(job) };
  return { projectId, datapointId, partitionTime, findings: found, retracted, ...verdict };
}

const keyOf = ({ issueId, monitorId }: Finding): FoundBefore => ({ issueId, monitorId });
