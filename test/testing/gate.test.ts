import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Gaffe } from "../../sdk/typescript/src/index.ts";
import { assertRun } from "../../sdk/typescript/src/vitest.ts";
import { Readiness, TestRun } from "../../src/testing/contract/test-run.ts";
import { openFakeJudge } from "../support/providers/fake-judge.ts";
import { temporaryFolder } from "../support/service/folder.ts";
import { type Service, startService } from "../support/service/service.ts";
import { apiOf } from "../support/service/service-api.ts";

const folder = temporaryFolder();
let service: Service;
let gaffe: Gaffe;
beforeAll(async () => {
  service = await startService({ folder: folder.path, env: { GAFFE_ALLOW_NETWORKS: "127.0.0.0/8" } });
  gaffe = new Gaffe({ apiKey: service.token, baseUrl: service.url });
  await gaffe.createScenarioSet({ name: "Open", seedData: [{ input: "a" }, { input: "b", result: "b" }] });
});
afterAll(async () => {
  await service?.[Symbol.asyncDispose]();
  folder[Symbol.dispose]();
});

/** Runs an echo over the set and counts its calls. */
async function ranWith(checks: readonly string[], allowSkipped?: readonly string[]) {
  let calls = 0;
  const invoke = (input: string) => {
    calls++;
    return { modelPrediction: input };
  };
  const model = await gaffe.registerModel({ name: "Echo", model: { type: "custom", invoke } });
  const run = await model
    .runTest({ name: "Gate", scenario: "Open", checks, ...(allowSkipped ? { allowSkipped } : {}) })
    .catch((thrown: unknown) => thrown as Error);
  return { run, calls };
}

describe("a check that would give no verdict", () => {
  test.each([
    ["relevance", "no judge model is configured"],
    ["exact_match", "1 of 2 rows of Open have no expected result"],
  ])("%s refuses the run before a call is made: %s", async (check, why) => {
    const { run, calls } = await ranWith([check]);
    expect(run).toBeInstanceOf(Error);
    expect((run as Error).message).toContain(`${check} would give no verdict: ${why}`);
    expect(calls).toBe(0);
    const body = { checks: [check], scenarioId: "Open" };
    const { problems } = Readiness.parse(await apiOf(service).post("/test-runs/readiness", body));
    expect(problems).toMatchObject([{ check, problem: expect.stringContaining(why) as string }]);
  });

  test("runs where it may be skipped by name; a run that judges nothing at all has not passed", async () => {
    const some = await ranWith(["relevance", "is_json"], ["relevance"]);
    const run = some.run as Awaited<ReturnType<Gaffe["getTestRun"]>>;
    expect(some.calls).toBe(2);
    expect(run.conclusion?.reasons).toMatchObject([{ kind: "failed", check: "is_json", rows: 2, of: 2 }]);
    assertRun(run, { minPassRate: 0 });

    const none = (await ranWith(["relevance"], ["relevance"])).run as typeof run;
    expect(() => assertRun(none, { minPassRate: 0 })).toThrow("no row was judged: every check was skipped");
    expect((await ranWith(["is_json"], ["is_jsn"])).run).toMatchObject({
      message: expect.stringContaining("the run has no check is_jsn: did you mean is_json?") as string,
    });
  });

  test("a row without an expected result that may be skipped still fails a run of another check", async () => {
    const { run } = await ranWith(["exact_match", "model_refusal"], ["exact_match"]);
    expect((run as { conclusion?: object }).conclusion).toMatchObject({ passed: true });
  });
});

test("a judge whose budget is spent refuses the run, and is the reason where it ends meanwhile", async () => {
  await using judge = await openFakeJudge();
  const { post, patch, get } = apiOf(service);
  const { id } = (await post("/judges", {
    name: "Mini",
    baseUrl: judge.url,
    model: "gpt-4.1-mini",
    key: "sk-judge",
    dailyCalls: 1,
  })) as { id: string };
  const { run } = await ranWith(["relevance"]);
  const stored = TestRun.parse(await get(`/test-runs/${(run as { id: string }).id}`));
  expect(stored.conclusion).toMatchObject({ passed: false });
  expect(stored.conclusion?.headline).toMatch(/^failed: relevance did not judge 1 of 2 rows: the daily limit of Mini/);
  const again = await ranWith(["relevance"]);
  expect((again.run as Error).message).toContain("relevance would give no verdict: the daily limit of Mini is reached");
  expect(again.calls).toBe(0);
  await patch(`/judges/${id}`, { dailyCalls: 100 });
  expect((await ranWith(["relevance"])).calls).toBe(2);
});

test("fewer edits are an improvement, and the comparison of a shorter answer gates nothing", async () => {
  const references = Array.from({ length: 12 }, (_, index) => ({ input: `${index}`, result: `The order ${index}` }));
  const scenario = await gaffe.createScenarioSet({ name: "Orders", seedData: references });
  const mine = { name: "answer_bytes", evaluate: () => 3, passTo: 10, version: 1 };
  const checks = ["levenshtein_distance", "word_count", mine];
  const ran = async (name: string, invoke: (input: string) => { modelPrediction: string }) => {
    const model = await gaffe.registerModel({ name, model: { type: "custom", invoke } });
    return model.runTest({ name, scenario, checks });
  };
  const worse = await ran("Wordy", (input) => ({ modelPrediction: `It is order ${input}, and more than that` }));
  const exact = await ran("Exact", (input) => ({ modelPrediction: `The order ${input}` }));
  const found = await gaffe.compare(worse, exact);
  const scores = Object.fromEntries(found.checks.map(({ check, score }) => [check, score]));
  expect(scores["levenshtein_distance"]).toMatchObject({ direction: "lower", conclusion: "better" });
  expect(scores["levenshtein_distance"]?.chanceToBeat).toBeGreaterThan(0.95);
  expect(scores["word_count"]).toMatchObject({ direction: "neutral", conclusion: "different" });
  expect(scores["answer_bytes"]).toMatchObject({ direction: "lower", conclusion: "not_significant" });
  expect(found.conclusions).toMatchObject([{ passed: true }]);
  const back = await gaffe.compare(exact, worse);
  expect(back.conclusions).toMatchObject([{ passed: false, reasons: [{ check: "levenshtein_distance" }] }]);
});
