import type { CheckRun, RunItem } from "../domain/check-run.ts";
import { type JobOrder, optionsDigest } from "../domain/job.ts";
import type { Verdict } from "../domain/verdict.ts";
import type { DatapointReader, StoredDatapoint } from "../ports/datapoint-reader.ts";
import type { JobStore } from "../ports/jobs.ts";
import type { Keeper, RowEncoder } from "../ports/kept.ts";
import type { Check, CheckRequest } from "./check.ts";
import type { KnownChecks } from "./known-checks.ts";
import type { OrderJobs } from "./order-jobs.ts";

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
 * options, stands: it is not made or paid again. No monitor asked, so nothing is found and nobody told.
 */
export function createExamineSlice(needs: Needs): ExamineSlice {
  const { datapoints, known, check, versionOf, orderJobs, jobs, jobsAdded, encoder, keeper, now } = needs;

  return async (run, slice) => {
    const { projectId } = run;
    const places = new Map(slice.map((item) => [item.id, item]));
    const orders: JobOrder[] = [];
    for (const stored of await datapoints.stored(projectId, slice)) {
      const place = places.get(stored.datapoint.id);
      if (!place) continue;
      const missing = missingOf(run, stored);
      const { slow = [], fast = [] } = Object.groupBy(missing, ({ check: name }) =>
        known.find(projectId, name) ? "slow" : "fast",
      );
      const ordered = orderJobs(stored.datapoint, slow);
      add(place, run, [...check(stored.datapoint, fast), ...ordered.verdicts]);
      const { id: datapointId, filedAt, rowVersion } = place;
      orders.push(...ordered.slow.map((request) => ({ ...request, projectId, datapointId, filedAt, rowVersion })));
      await new Promise(setImmediate);
    }
    const token = `run:${run.id}:${run.examined}`;
    for (const batch of encoder.take()) await keeper.insert(batch, `${token}:${batch.table}`);
    if (orders.length === 0) return;
    await jobs.add(orders, now());
    jobsAdded();
  };

  function missingOf({ projectId, checks }: CheckRun, { verdicts }: StoredDatapoint): readonly CheckRequest[] {
    const there = new Set(
      verdicts
        .filter(({ state }) => state !== "broken")
        .map(({ check: name, version, options }) => `${name} ${version} ${options}`),
    );
    return checks.flatMap(({ check: name, options }) => {
      const version = known.find(projectId, name)?.version ?? versionOf(name);
      return there.has(`${name} ${version} ${optionsDigest(options)}`)
        ? []
        : [{ check: name, options, monitorIds: [] }];
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
