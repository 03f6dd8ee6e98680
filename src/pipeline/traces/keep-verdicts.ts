import type { MonitorStore } from "../../app/ports/records.ts";
import type { CheckDescription } from "../../checks/check.ts";
import { type FoundBefore, type Job, verdictOf } from "../../checks/jobs/job.ts";
import type { JudgedStore } from "../../checks/ports/jobs.ts";
import type { Datapoint } from "../../datapoints/datapoint.ts";
import type { DatapointReader } from "../../datapoints/ports/datapoint-reader.ts";
import { findingsOf } from "../../issues/findings.ts";
import type { Finding } from "../../issues/issue.ts";
import type { DatapointId, ProjectId } from "../../platform/ids.ts";
import type { Telemetry } from "../../platform/telemetry/telemetry.ts";
import type { EngineGate } from "../batches/engine-gate.ts";
import type { Keeper, KeptVerdict, RowEncoder, TableBatch } from "../ports/kept.ts";

interface Needs {
  readonly jobs: Pick<JudgedStore, "done">;
  readonly datapoints: Pick<DatapointReader, "stored">;
  readonly monitors: Pick<MonitorStore, "list">;
  /** What a check is called and how severe its findings are. */
  readonly describe: (project: ProjectId, check: string) => CheckDescription | undefined;
  readonly encoder: RowEncoder;
  readonly keeper: Pick<Keeper, "insert">;
  /** Decides whose fault a refused insert is, and waits for an engine that takes no rows. */
  readonly gate: EngineGate;
  readonly telemetry: Pick<Telemetry, "emit">;
  /** Stage "update issues". */
  readonly raise: (
    findings: readonly Finding[],
    retracted: readonly Pick<Finding, "projectId" | "issueId">[],
  ) => Promise<void>;
  /** Unix milliseconds. */
  readonly now: () => number;
}

export type KeepVerdicts = (jobs: readonly Job[], read?: ReadonlyMap<DatapointId, Datapoint>) => Promise<void>;

/** A single verdict that the engine refuses while it takes others is tried this often. */
const attempts = 3;

/**
 * Stages "store" and "update issues" for verdicts that jobs made: rows in, findings raised, jobs done. They are safe in
 * the records until then, and everything here may be repeated: rows are keyed by what they name, in the version that
 * the job carries. `read`: datapoints that the caller has at hand. What the engine refuses although it is well is told
 * apart by halves; the verdict that remains is stored as `broken`. Throws Failure("dependency") when the records do
 * not answer.
 */
export function createKeepVerdicts(needs: Needs): KeepVerdicts {
  const { jobs, datapoints, monitors, describe, encoder, keeper, gate, telemetry, raise, now } = needs;

  return async (judged, read = new Map()) => {
    for (const [project, ofProject] of Map.groupBy(judged, ({ projectId }) => projectId))
      await keepOf(project, ofProject, read);
  };

  async function keepOf(project: ProjectId, judged: readonly Job[], read: ReadonlyMap<DatapointId, Datapoint>) {
    const found = await findings(project, judged, read);
    const kept = judged.map((job) => ({ job, row: keptOf(job, found.get(job.id) ?? []) }));
    if (await isStored(kept)) return await finish(project, kept);
    const [only] = kept;
    if (kept.length > 1) {
      const middle = judged.length >>> 1;
      await keepOf(project, judged.slice(0, middle), read);
      await keepOf(project, judged.slice(middle), read);
    } else if (only) await finish(project, [await storedAsBroken(only)]);
  }

  async function isStored(kept: readonly KeptJob[]): Promise<boolean> {
    for (let attempt = 1; attempt <= (kept.length === 1 ? attempts : 1); attempt++) {
      for (const { job, row } of kept) encoder.addVerdict(row, job.rowVersion + 1);
      // Findings first: a verdict that can be seen has them.
      const tables = encoder.take().toSorted((a, b) => a.table.localeCompare(b.table));
      if (await areInserted(tables)) return true;
    }
    return false;
  }

  async function areInserted(tables: readonly TableBatch[]): Promise<boolean> {
    for (const batch of tables)
      for (let isDone = false; !isDone; ) {
        await gate.pass();
        try {
          await keeper.insert(batch);
          isDone = true;
        } catch (thrown) {
          if ((await gate.blame(batch.table, thrown)) === "batch") return false;
        }
      }
    return true;
  }

  /** The verdict that cannot be stored says so instead, without what it held. */
  async function storedAsBroken({ job, row }: KeptJob): Promise<KeptJob> {
    const { explanation: _, value: __, ...verdict } = row.verdict ?? verdictOf(job);
    const because = "the verdict was made and cannot be stored";
    const broken = { ...row, findings: [], verdict: { ...verdict, state: "broken", because, evidence: [] } as const };
    const stored = await isStored([{ job, row: broken }]);
    telemetry.emit({
      kind: "verdicts-refused",
      level: "error",
      message: stored ? "a verdict cannot be stored and is stored as broken" : "a verdict cannot be stored",
      facts: { project: job.projectId, job: job.id, check: job.check },
    });
    return { job, row: broken };
  }

  async function finish(project: ProjectId, kept: readonly KeptJob[]): Promise<void> {
    const retracted = kept.flatMap(({ row }) => row.retracted.map(({ issueId }) => ({ projectId: project, issueId })));
    await raise(
      kept.flatMap(({ row }) => row.findings),
      retracted,
    );
    await jobs.done(
      kept.map(({ job, row }) => ({ job, found: row.findings.map(keyOf) })),
      now(),
    );
  }

  /** Of failed verdicts: what they find, by job. A datapoint that is gone has no findings. */
  async function findings(project: ProjectId, judged: readonly Job[], read: ReadonlyMap<DatapointId, Datapoint>) {
    const failed = judged.filter(
      ({ result, withdrawn, quiet }) => result?.outcome.kind === "failed" && !withdrawn && !quiet,
    );
    if (failed.length === 0) return new Map<string, readonly Finding[]>();
    const missing = failed.filter(({ datapointId }) => !read.has(datapointId));
    const stored = missing.map(({ datapointId, filedAt }) => ({ id: datapointId, filedAt }));
    const more = stored.length === 0 ? [] : await datapoints.stored(project, stored);
    const all = new Map([...read, ...more.map(({ datapoint }) => [datapoint.id, datapoint] as const)]);
    const known = new Map((await monitors.list(project)).map((monitor) => [monitor.id, monitor]));
    return new Map(
      failed.map((job): [string, readonly Finding[]] => {
        const datapoint = all.get(job.datapointId);
        const check = describe(project, job.check);
        if (!datapoint || !check) return [job.id, []];
        const checks = new Map([[job.check, check]]);
        return [job.id, findingsOf(datapoint, [verdictOf(job)], { checks, monitors: known })];
      }),
    );
  }
}

interface KeptJob {
  readonly job: Job;
  readonly row: KeptVerdict;
}

function keptOf(job: Job, found: readonly Finding[]): KeptVerdict {
  const { projectId, datapointId, filedAt, check } = job;
  const holds = new Set(found.map(({ issueId, monitorId }) => `${issueId} ${monitorId}`));
  const retracted = job.found
    .filter(({ issueId, monitorId }) => !holds.has(`${issueId} ${monitorId}`))
    .map((key) => ({ ...key, check }));
  const verdict = job.withdrawn ? {} : { verdict: verdictOf(job) };
  return { projectId, datapointId, filedAt, findings: found, retracted, ...verdict };
}

const keyOf = ({ issueId, monitorId }: Finding): FoundBefore => ({ issueId, monitorId });
