import { expect, test } from "vitest";
import { optionsDigest } from "../../src/checks/jobs/job.ts";
import { codeChecks } from "../../src/checks/library/index.ts";
import { overLimitReason } from "../../src/checks/minute-limit.ts";
import { createChecker } from "../../src/checks/stages/check.ts";
import type { CheckRun } from "../../src/checks/verdicts/check-run.ts";
import type { Verdict } from "../../src/checks/verdicts/verdict.ts";
import type { KeptVerdict } from "../../src/pipeline/ports/kept.ts";
import { createExamineSlice } from "../../src/pipeline/traces/run-slice.ts";
import { asDatapointId, asMonitorId, asTestRunId, globalProject } from "../../src/platform/ids.ts";
import { runAttributes } from "../../src/testing/run-context.ts";
import { dialog } from "../support/data/datapoints.ts";
import { noon } from "../support/data/examples.ts";

const mine = asMonitorId("mine");
const other = asMonitorId("other");
const checks = [{ check: "is_json", options: {} }];

test("what is stored is looked at in a monitor's name, once, and raises nothing", async () => {
  const ids = ["new", "others", "mine", "over", "try"].map(asDatapointId);
  const [fresh, others, own, over, ofRun] = ids;
  const said = (datapointId: typeof fresh, change: Partial<Verdict>): Verdict => ({
    datapointId: datapointId!,
    check: "is_json",
    version: codeChecks.get("is_json")!.version,
    options: optionsDigest({}),
    state: "failed",
    evidence: [],
    monitorIds: [other],
    durationMs: 0,
    at: noon,
    ...change,
  });
  const before = new Map([
    [others, said(others, { explanation: "as it was said" })],
    [own, said(own, { monitorIds: [mine] })],
    [over, said(over, { state: "skipped", because: overLimitReason(60), monitorIds: [mine] })],
  ]);
  const kept: KeptVerdict[] = [];
  const examine = createExamineSlice({
    datapoints: {
      stored: () =>
        Promise.resolve(
          ids.map((id) => ({
            datapoint: {
              ...dialog({ output: "no JSON" }),
              id,
              ...(id === ofRun ? { source: "run" as const, attributes: new Map(tryOfRun) } : {}),
            },
            monitorIds: [],
            verdicts: [before.get(id) ?? []].flat(),
          })),
        ),
    },
    known: { find: () => undefined },
    check: createChecker({ checks: codeChecks, now: () => noon }),
    versionOf: (name) => codeChecks.get(name)?.version,
    orderJobs: () => ({ verdicts: [], slow: [] }),
    jobs: { add: () => Promise.reject(new Error("nothing is slow here")) },
    jobsAdded: () => undefined,
    encoder: {
      add: () => undefined,
      addVerdict: (one) => void kept.push(one),
      filedAt: () => noon,
      take: () => [],
      reuse: () => undefined,
    },
    keeper: { insert: () => Promise.resolve(), probe: async () => undefined },
    now: () => noon,
  });
  const run: CheckRun = {
    id: "run_1",
    projectId: globalProject,
    state: "running",
    checks,
    monitorId: mine,
    total: ids.length,
    examined: 0,
    askedBy: "user:ada",
    createdAt: noon,
    updatedAt: noon,
  };
  await examine(
    run,
    ids.map((id) => ({ id, filedAt: noon, rowVersion: 1 })),
  );
  expect(kept.map(({ datapointId, verdict }) => [datapointId, verdict?.state, verdict?.monitorIds])).toEqual([
    [fresh, "failed", [mine]],
    [others, "failed", [other, mine]],
    [over, "failed", [mine]],
  ]);
  expect(kept[1]?.verdict?.explanation).toBe("as it was said");
  expect(kept.flatMap(({ findings }) => findings)).toEqual([]);
});

const tryOfRun = runAttributes(asTestRunId("run_2"), "row", [], { expected: null });
