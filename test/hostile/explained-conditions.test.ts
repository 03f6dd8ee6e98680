import { afterAll, expect, test } from "vitest";
import { createExplainApart } from "../../src/monitors/stages/explain-apart.ts";
import { globalProject } from "../../src/platform/ids.ts";
import { createThreadPool } from "../../src/platform/threads/thread-pool.ts";
import { dialog } from "../support/data/datapoints.ts";
import { aMonitor, noon } from "../support/data/examples.ts";

const lost: string[] = [];
const pool = createThreadPool({
  script: new URL("../../src/app/worker.ts", import.meta.url),
  size: 1,
  stallMs: 500,
  onLost: ({ at: { step } }) => lost.push(step),
});
afterAll(() => pool.close());
const explain = createExplainApart(
  pool.run,
  () => noon + 2,
  () => Promise.resolve([]),
);
const call = (output: string) => dialog({ input: "Hello", output, more: { startedAt: noon + 1 } });
/** The most expensive pattern that a condition may have. */
const slow = aMonitor({ condition: 'output:~"(?:[ab]{0,90}){2}[c-e]"' });
const quick = aMonitor({ condition: "model:nothing" });

test("why conditions did not match is found on a thread", async () => {
  const reasons = await explain(globalProject, [slow, quick], call("aabb"));
  expect(reasons).toEqual([expect.stringContaining("does not hold"), expect.stringContaining("model:nothing")]);
  expect(await explain(globalProject, [], call(""))).toEqual([]);
});

test("a condition that does not finish ends its thread and not the request", async () => {
  const [reason] = await explain(globalProject, [slow], call("ab".repeat(4_000_000)));
  expect(reason).toMatch(/^unknown: matching the conditions against this call did not finish within/);
  expect(lost).toEqual([`match the monitor ${slow.id}`]);
  expect((await explain(globalProject, [quick], call("ab")))[0]).toContain("does not hold");
});
