import { type JobOrder, optionsDigest } from "../../checks/jobs/job.ts";
import type { JobStore } from "../../checks/ports/jobs.ts";
import type { Check, CheckRequest } from "../../checks/stages/check.ts";
import type { KnownChecks } from "../../checks/stages/known-checks.ts";
import type { OrderJobs } from "../../checks/stages/order-jobs.ts";
import type { CheckRun, RunItem } from "../../checks/verdicts/check-run.ts";
import type { Verdict } from "../../checks/verdicts/verdict.ts";
import { isJudgesOwn } from "../../datapoints/assembly/own-call.ts";
import type { Datapoint } from "../../datapoints/datapoint.ts";
import type { DatapointReader, StoredDatapoint } from "../../datapoints/ports/datapoint-reader.ts";
import { isHeldBack } from "../../monitors/monitor-health.ts";
import { runContextOf } from "../../testing/run-context.ts";
import type { Keeper, RowEncoder } from "../ports/kept.ts";

interface Needs {
  readonly datapoints: Pick<DatapointReader, "stored">;
  readonly known: Pick<KnownChecks, "find">;
  readonly check: Check;
  /** The version that a fast check has. */
  readonly versionOf: (check: string) => number | undefined;
  readonly orderJobs: OrderJobs;
  readonly jobs: Pick<JobStore, "add">;
  readonly jobsAdded: () => void;
  readonly encoder: RowEncoder;
  readonly keeper: Keeper;
  /** Unix milliseconds. */
  readonly now: () => number;
}

export type ExamineSlice = (run: CheckRun, slice: readonly RunItem[]) => Promise<void>;

/**
 * The checks of a run on some stored datapoints: fast ones here and now, slow ones as jobs. A verdict that is there already, of the same version and
 * options, stands: it is not made or paid again. Where the run looks in a monitor's name it carries that name as well, and calls that no monitor
 * looks at are left out. Nothing is found and nobody told: a monitor made today wakes nobody about last week.
 */
export function createExamineSlice(needs: Needs): ExamineSlice {
  const { datapoints, known, check, versionOf, orderJobs, jobs, jobsAdded, encoder, keeper, now } = needs;

  return async (run, slice) => {
    const { projectId } = run;
    const places = new Map(slice.map((item) => [item.id, item]));
    const orders: JobOrder[] = [];
    for (const stored of await datapoints.stored(projectId, slice)) {
      const place = places.get(stored.datapoint.id);
      if (!place || (run.monitorId !== undefined && isNoMonitors(stored.datapoint))) continue;
      const missing = missingOf(run, stored);
      const { slow = [], fast = [] } = Object.groupBy(missing, ({ check: name }) =>
        known.find(projectId, name) ? "slow" : "fast",
      );
      const ordered = orderJobs(stored.datapoint, slow);
      add(place, run, [...check(stored.datapoint, fast), ...ordered.verdicts, ...named(run, stored)]);
      const { id: datapointId, filedAt, rowVersion } = place;
      const ofPlace = { projectId, datapointId, filedAt, rowVersion, quiet: true } as const;
      orders.push(...ordered.slow.map((request) => ({ ...request, ...ofPlace })));
      await new Promise(setImmediate);
    }
    for (const batch of encoder.take()) await keeper.insert(batch);
    if (orders.length === 0) return;
    await jobs.add(orders, now());
    jobsAdded();
  };

  function missingOf(run: CheckRun, { verdicts }: StoredDatapoint): readonly CheckRequest[] {
    const monitorIds = run.monitorId === undefined ? [] : [run.monitorId];
    const there = new Set(verdicts.filter(isThere).map(keyOf));
    return askedBy(run).flatMap(({ key, check: name, options }) =>
      there.has(key) ? [] : [{ check: name, options, monitorIds }],
    );
  }

  /** Verdicts that are there already and settled, with the name of the run's monitor. */
  function named(run: CheckRun, { verdicts }: StoredDatapoint): readonly Verdict[] {
    const { monitorId } = run;
    if (monitorId === undefined) return [];
    const asked = new Set(askedBy(run).map(({ key }) => key));
    return verdicts
      .filter((verdict) => isThere(verdict) && isSettled(verdict) && asked.has(keyOf(verdict)))
      .filter(({ monitorIds }) => !monitorIds.includes(monitorId))
      .map((verdict) => Object.assign({}, verdict, { monitorIds: [...verdict.monitorIds, monitorId] }));
  }

  function askedBy({ projectId, checks }: CheckRun) {
    return checks.map(({ check: name, options }) => {
      const version = known.find(projectId, name)?.version ?? versionOf(name);
      return { check: name, options, key: `${name} ${version} ${optionsDigest(options)}` };
    });
  }

  /** A verdict comes after its datapoint's rows; one that waits gives way to what its job will say. */
  function add({ id, filedAt, rowVersion }: RunItem, { projectId }: CheckRun, verdicts: readonly Verdict[]): void {
    for (const verdict of verdicts) {
      const kept = { projectId, datapointId: id, filedAt, verdict, findings: [], retracted: [] };
      encoder.addVerdict(kept, verdict.state === "queued" ? rowVersion : rowVersion + 1);
    }
  }
}

/** One that could not be made, or was held back by a limit, is made now. */
const isThere = (verdict: Verdict) => verdict.state !== "broken" && !isHeldBack(verdict);

const isSettled = ({ state }: Verdict) => state !== "queued" && state !== "running";

const keyOf = ({ check, version, options }: Verdict) => `${check} ${version} ${options}`;

/** Tries of test runs and calls of our own judges. */
const isNoMonitors = (datapoint: Datapoint) => runContextOf(datapoint) !== undefined || isJudgesOwn(datapoint);
