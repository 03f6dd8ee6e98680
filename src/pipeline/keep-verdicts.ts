import type { CheckDescription } from "../domain/check.ts";
import type { Datapoint } from "../domain/datapoint.ts";
import { findingsOf } from "../domain/findings.ts";
import type { DatapointId, ProjectId } from "../domain/ids.ts";
import type { Finding } from "../domain/issue.ts";
import { type FoundBefore, type Job, verdictOf } from "../domain/job.ts";
import { digest } from "../lib/digest.ts";
import type { DatapointReader } from "../ports/datapoint-reader.ts";
import type { JudgedStore } from "../ports/jobs.ts";
import type { Keeper, KeptVerdict, RowEncoder } from "../ports/kept.ts";
import type { MonitorStore } from "../ports/records.ts";

interface Needs {
  readonly jobs: Pick<JudgedStore, "done">;
  readonly datapoints: Pick<DatapointReader, "stored">;
  readonly monitors: Pick<MonitorStore, "list">;
  /** What a check is called and how severe its findings are. */
  readonly describe: (project: ProjectId, check: string) => CheckDescription | undefined;
  readonly encoder: RowEncoder;
  readonly keeper: Keeper;
  /** Station 7. */
  readonly raise: (
    findings: readonly Finding[],
    retracted: readonly Pick<Finding, "projectId" | "issueId">[],
  ) => Promise<void>;
  /** Unix milliseconds. */
  readonly now: () => number;
}

export type KeepVerdicts = (jobs: readonly Job[], read?: ReadonlyMap<DatapointId, Datapoint>) => Promise<void>;

/**
 * Stations 6 and 7 for verdicts that jobs made: rows in, findings raised, jobs done. They are safe in the records
 * until then, and everything here may be repeated: rows are keyed by what they name, in the version that the job
 * carries. `read`: datapoints that the caller has at hand. Throws Failure("dependency") when a store does not answer.
 */
export function createKeepVerdicts(needs: Needs): KeepVerdicts {
  const { jobs, datapoints, monitors, describe, encoder, keeper, raise, now } = needs;

  return async (judged, read = new Map()) => {
    for (const [project, ofProject] of Map.groupBy(judged, ({ projectId }) => projectId))
      await keepOf(project, ofProject, read);
  };

  async function keepOf(project: ProjectId, judged: readonly Job[], read: ReadonlyMap<DatapointId, Datapoint>) {
    const found = await findings(project, judged, read);
    const kept = judged.map((job) => ({ job, row: keptOf(job, found.get(job.id) ?? []) }));
    for (const { job, row } of kept) encoder.addVerdict(row, job.rowVersion + 1);
    const token = `jobs:${digest(...judged.map(({ id, epoch, rowVersion }) => `${id} ${epoch} ${rowVersion}`))}`;
    // Findings first: a verdict that can be seen has them.
    const tables = encoder.take().toSorted((a, b) => a.table.localeCompare(b.table));
    for (const batch of tables) await keeper.insert(batch, `${token}:${batch.table}`);
    const retracted = kept.flatMap(({ row }) => row.retracted.map(({ issueId }) => ({ projectId: project, issueId })));
    await raise([...found.values()].flat(), retracted);
    await jobs.done(
      judged.map((job) => ({ job, found: (found.get(job.id) ?? []).map(keyOf) })),
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
