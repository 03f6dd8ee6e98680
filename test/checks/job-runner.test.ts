import { expect, test } from "vitest";
import type { WorkOutcome } from "../../src/checks/jobs/job.ts";
import type { Work } from "../../src/checks/ports/jobs.ts";
import { createJobRunner } from "../../src/checks/stages/job-runner.ts";
import { dialog } from "../support/data/datapoints.ts";
import { noon } from "../support/data/examples.ts";
import { anOrder } from "../support/data/job-orders.ts";
import { describeRecords } from "../support/engines/record-backends.ts";
import { eventually } from "../support/service/service-api.ts";

const leaseMs = 60_000;
const limits = { atOnce: 4, atOncePerProject: 4, claimed: 10, leaseMs, giveUpAfterMs: 86_400_000, retentionMs: 1e9 };
const passed: WorkOutcome = {
  kind: "verdict",
  outcome: { kind: "passed", value: true, explanation: "fine", evidence: [] },
  durationMs: 5,
};

describeRecords("the job runner", (backend) => {
  test("renews the lease of a long run, so that nobody else claims it", async () => {
    await using records = await backend.open();
    const order = anOrder();
    await records.jobs.add([order], noon);
    let at = noon;
    let renewed = 0;
    const stored: string[] = [];
    const answers: ((came: ReadonlyMap<string, WorkOutcome>) => void)[] = [];
    const requested: (readonly Work[])[] = [];
    const open = () =>
      createJobRunner({
        jobs: {
          ...records.jobs,
          renew: async (...given) => {
            await records.jobs.renew(...given);
            if (given[0].length > 0) renewed++;
          },
        },
        executors: {
          judge: {
            limits,
            run: (work) => {
              requested.push(work);
              return new Promise((resolve) => answers.push(resolve));
            },
          },
        },
        datapoints: {
          stored: () =>
            Promise.resolve([
              {
                datapoint: { ...dialog({ output: "ok" }), id: order.datapointId },
                partitionTime: noon,
                monitorIds: [],
                verdicts: [],
              },
            ]),
        },
        storeVerdicts: (jobs) => {
          stored.push(...jobs.map(({ id }) => id));
          return Promise.resolve();
        },
        telemetry: { emit: () => undefined },
        now: () => at,
        everyMs: 5,
      });
    const claim = () => records.jobs.claim({ executor: "judge", now: at, leaseMs, limit: 10 });

    const runner = open();
    runner.start();
    expect(
      await eventually(
        () => Promise.resolve(requested.length),
        (count) => count === 1,
      ),
    ).toBe(1);
    // Two lease periods pass, in steps that renew the lease.
    for (let step = 1; step <= 4; step++) {
      at += leaseMs / 2;
      expect(
        await eventually(
          () => Promise.resolve(renewed),
          (count) => count >= step,
        ),
      ).toBeGreaterThanOrEqual(step);
    }
    expect(await claim()).toEqual([]);
    answers[0]?.(new Map([[order.id, passed]]));
    await runner.stop();
    expect(stored).toEqual([order.id]);
  });
});
