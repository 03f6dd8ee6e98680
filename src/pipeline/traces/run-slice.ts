import {
  type CheckRequest,
  type CheckRun,
  type EvaluateApart,
  type JobOrder,
  type JobStore,
  type KnownChecks,
  optionsDigest,
  type RunItem,
} from "../../checks/index.ts";
import {
  type Datapoint,
  type DatapointReader,
  isJudgesOwn,
  runContextOf,
  type StoredDatapoint,
  type Verdict,
} from "../../datapoints/index.ts";
import { isLimited } from "../../monitors/service.ts";
import type { TableWriter } from "../../storage/index.ts";
import type { RowEncoder } from "../ports/processed-trace.ts";

interface RunSliceDependencies {
  readonly datapoints: Pick<DatapointReader, "stored">;
  readonly known: Pick<KnownChecks, "find">;
  readonly evaluateApart: EvaluateApart;
  readonly versionOf: (check: string) => number | undefined;
  readonly jobs: Pick<JobStore, "add">;
  readonly jobsAdded: () => void;
  readonly encoder: RowEncoder;
  readonly writer: TableWriter;
  /** Unix milliseconds. */
  readonly now: () => number;
}

export type ExamineSlice = (run: CheckRun, slice: readonly RunItem[]) => Promise<void>;

/**
 * Creates the function that runs the checks of a run on a slice of stored datapoints: synchronous checks
 * immediately, asynchronous ones as jobs. A settled verdict of the same version and options is reused and gets the
 * run's monitor; calls that no monitor checks are skipped. Nothing is raised or notified, so that a new monitor
 * does not alert about old data.
 */
export function createExamineSlice(dependencies: RunSliceDependencies): ExamineSlice {
  const { datapoints, known, evaluateApart, versionOf, jobs, jobsAdded, encoder, writer, now } = dependencies;

  return async (run, slice) => {
    const { projectId } = run;
    const items = new Map(slice.map((item) => [item.id, item]));
    const orders: JobOrder[] = [];
    for (const stored of await datapoints.stored(projectId, slice, { withHistory: true })) {
      const item = items.get(stored.datapoint.id);
      if (!item || (run.monitorId !== undefined && isNoMonitors(stored.datapoint))) continue;
      const missing = missingOf(run, stored);
      const { slow: slowRequests = [], fast: requests = [] } = Object.groupBy(missing, ({ check: name }) =>
        known.find(projectId, name) ? "slow" : "fast",
      );
      const { datapoint } = stored;
      const { verdicts, ordered } = await evaluateApart(projectId, { datapoint, requests, slowRequests });
      add(item, run, [...verdicts, ...ordered.verdicts, ...named(run, stored)]);
      const { id: datapointId, partitionTime, rowVersion } = item;
      const jobFields = { projectId, datapointId, partitionTime, rowVersion, silent: true } as const;
      orders.push(...ordered.slow.map((request) => ({ ...request, ...jobFields })));
    }
    for (const batch of encoder.take()) await writer.insert(batch);
    if (orders.length === 0) return;
    await jobs.add(orders, now());
    jobsAdded();
  };

  function missingOf(run: CheckRun, { verdicts }: StoredDatapoint): readonly CheckRequest[] {
    const monitorIds = run.monitorId === undefined ? [] : [run.monitorId];
    const there = new Set(verdicts.filter(isThere).map(keyOf));
    return requestedChecks(run).flatMap(({ key, check: name, options }) =>
      there.has(key) ? [] : [{ check: name, options, monitorIds }],
    );
  }

  /** Returns the settled verdicts that already exist, with the run's monitor added. */
  function named(run: CheckRun, { verdicts }: StoredDatapoint): readonly Verdict[] {
    const { monitorId } = run;
    if (monitorId === undefined) return [];
    const requestedKeys = new Set(requestedChecks(run).map(({ key }) => key));
    return verdicts
      .filter((verdict) => isThere(verdict) && isSettled(verdict) && requestedKeys.has(keyOf(verdict)))
      .filter(({ monitorIds }) => !monitorIds.includes(monitorId))
      .map((verdict) => Object.assign({}, verdict, { monitorIds: [...verdict.monitorIds, monitorId] }));
  }

  function requestedChecks({ projectId, checks }: CheckRun) {
    return checks.map(({ check: name, options }) => {
      const version = known.find(projectId, name)?.version ?? versionOf(name);
      return { check: name, options, key: `${name} ${version} ${optionsDigest(options)}` };
    });
  }

  /** A verdict's version is above its datapoint's rows; a queued one is replaced by the result of its job. */
  function add(
    { id, partitionTime, rowVersion }: RunItem,
    { projectId }: CheckRun,
    verdicts: readonly Verdict[],
  ): void {
    for (const verdict of verdicts) {
      const update = { projectId, datapointId: id, partitionTime, verdict, findings: [], retracted: [] };
      encoder.addVerdict(update, verdict.state === "queued" ? rowVersion : rowVersion + 1);
    }
  }
}

/** A verdict that is broken or was held back by a limit is made again. */
const isThere = (verdict: Verdict) => verdict.state !== "broken" && !isLimited(verdict);

const isSettled = ({ state }: Verdict) => state !== "queued" && state !== "running";

const keyOf = ({ check, version, options }: Verdict) => `${check} ${version} ${options}`;

/** Attempts of test runs and calls of Gaffe's own judges. */
const isNoMonitors = (datapoint: Datapoint) => runContextOf(datapoint) !== undefined || isJudgesOwn(datapoint);
