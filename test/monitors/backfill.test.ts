import { expect, test } from "vitest";
import { optionsDigest } from "../../src/checks/jobs/job.ts";
import { codeChecks } from "../../src/checks/library/index.ts";
import { overLimitReason } from "../../src/checks/minute-limit.ts";
import type { CheckRun } from "../../src/checks/verdicts/check-run.ts";
import { runAttributes } from "../../src/datapoints/runs/run-context.ts";
import type { Verdict } from "../../src/datapoints/verdicts/verdict.ts";
import type { VerdictUpdate } from "../../src/pipeline/ports/processed-trace.ts";
import { createExamineSlice } from "../../src/pipeline/traces/run-slice.ts";
import { asDatapointId, asMonitorId, asTestRunId, globalProject } from "../../src/platform/ids.ts";
import { dialog } from "../support/data/datapoints.ts";
import { noon } from "../support/data/examples.ts";
import { evaluateHere } from "../support/service/evaluate-here.ts";

const mine = asMonitorId("mine");
const other = asMonitorId("other");
const checks = [{ check: "is_json", options: {} }];

test("stored datapoints are evaluated for a monitor once, without opening issues", async () => {
  const ids = ["new", "others", "mine", "over", "try"].map(asDatapointId);
  const [fresh, others, own, over, ofRun] = ids;
  const storedVerdict = (datapointId: typeof fresh, change: Partial<Verdict>): Verdict => ({
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
    [others, storedVerdict(others, { explanation: "as it was made" })],
    [own, storedVerdict(own, { monitorIds: [mine] })],
    [over, storedVerdict(over, { state: "skipped", reason: overLimitReason(60), monitorIds: [mine] })],
  ]);
  const stored: VerdictUpdate[] = [];
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
    evaluateApart: evaluateHere(() => noon),
    versionOf: (name) => codeChecks.get(name)?.version,
    jobs: { add: () => Promise.reject(new Error("nothing is slow here")) },
    jobsAdded: () => undefined,
    encoder: {
      add: () => undefined,
      addVerdict: (one) => void stored.push(one),
      partitionTime: () => noon,
      take: () => [],
      reuse: () => undefined,
    },
    writer: { insert: () => Promise.resolve(), probe: async () => undefined },
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
    requestedBy: "user:ada",
    createdAt: noon,
    updatedAt: noon,
  };
  await examine(
    run,
    ids.map((id) => ({ id, partitionTime: noon, rowVersion: 1 })),
  );
  expect(stored.map(({ datapointId, verdict }) => [datapointId, verdict?.state, verdict?.monitorIds])).toEqual([
    [fresh, "failed", [mine]],
    [others, "failed", [other, mine]],
    [over, "failed", [mine]],
  ]);
  expect(stored[1]?.verdict?.explanation).toBe("as it was made");
  expect(stored.flatMap(({ findings }) => findings)).toEqual([]);
});

const tryOfRun = runAttributes(asTestRunId("run_2"), "row", [], { expected: null });
