import { expect, test } from "vitest";
import { createJudgeExecutor } from "../../../src/checks/judges/executor.ts";
import { judgeChecks } from "../../../src/checks/judges/index.ts";
import type { Question } from "../../../src/checks/judges/prompt/prompt.ts";
import type { Work } from "../../../src/checks/ports/jobs.ts";
import { dialog } from "../../support/data/datapoints.ts";
import { anOrder } from "../../support/data/job-orders.ts";
import { answerTo, plainDecide, read } from "../../support/providers/fake-judge.ts";
import { aJudge } from "../../support/providers/judge-models.ts";

const datapoint = dialog({ input: "Say something", output: "This is BAD, really." });

/** Returns the checks of each call, and the outcome of each job. */
async function judged(requested: readonly Pick<Work["job"], "check" | "options">[], packs: boolean) {
  const calls: (readonly string[])[] = [];
  const executor = createJudgeExecutor({
    find: ({ check }) => Promise.resolve(judgeChecks.get(check)),
    judges: { list: () => Promise.resolve([aJudge({ packs })]) },
    spend: { skip: () => Promise.resolve() },
    judgeClient: {
      complete: () => (_: unknown, question: Question) => {
        calls.push(read(question).checks);
        return Promise.resolve({ text: answerTo(question, plainDecide), tokens: {}, isCut: false });
      },
      [Symbol.asyncDispose]: () => Promise.resolve(),
    },
    now: () => 0,
  });
  const work = requested.map((one) => ({
    job: {
      ...anOrder(one),
      state: "running" as const,
      dueAt: 0,
      createdAt: 0,
      attempts: 1,
      lost: 0,
      found: [],
      superseded: false,
      epoch: 1,
    },
    datapoint,
  }));
  const outcomes = await executor.run(work, new AbortController().signal);
  return { calls, outcomes: work.map(({ job }) => outcomes.get(job.id)) };
}

const safety = ["toxicity", "harassment", "hazard_hate"].map((check) => ({ check, options: {} }));

test("the checks of a pack share a call where the judge packs, and have one each where it does not", async () => {
  expect((await judged(safety, true)).calls).toEqual([["toxicity", "harassment", "hazard_hate"]]);
  expect((await judged(safety, false)).calls).toHaveLength(3);
});

test("a check requested twice with different options is two questions, in a pack as well", async () => {
  const rated = [4, 6].map((threshold) => ({ check: "helpfulness", options: { threshold } }));
  const { calls, outcomes } = await judged([...rated, { check: "conciseness", options: {} }], true);
  expect(calls).toEqual([["helpfulness", "conciseness"], ["helpfulness"]]);
  expect(outcomes).toMatchObject([...rated, 0].map(() => ({ kind: "verdict" })));
});
