import { expect, test } from "vitest";
import { z } from "zod";
import { Model } from "../../src/testing/contract/model.ts";
import { ScenarioSet } from "../../src/testing/contract/scenario-set.ts";
import { TestRun } from "../../src/testing/contract/test-run.ts";
import { Leases, TestRunRow } from "../../src/testing/contract/test-run-attempt.ts";
import { temporaryFolder } from "../support/service/folder.ts";
import { type Service, startService } from "../support/service/service.ts";
import { apiOf, eventually } from "../support/service/service-api.ts";

const functionChecks = [
  "is_function_correct",
  "are_required_params_present",
  "are_all_params_expected",
  "do_param_values_match",
];

const refund = (order: string) => ({
  name: "refund",
  parameter_definitions: {
    order: { value: order, type: "string", required: true },
    reason: { value: "broken", type: "string", required: false },
  },
});

/** Calls the right function, except for order 3, where it omits the call. */
const answerTo = (input: string) => ({
  tool_calls: [{ name: "refund", parameters: input.endsWith("3") ? {} : { order: input.split(" ").at(-1) } }],
});

test("a test run of function calls survives a crash of the service, calls no row twice and notifies nobody", async () => {
  using folder = temporaryFolder();
  const made: string[] = [];
  let first: Service | undefined = await startService({ folder: folder.path });
  const { run } = await begin(first);
  expect(run).toMatchObject({ state: "running", progress: { waiting: 8, leased: 0, done: 0 } });
  expect(run.appLink).toBe(`${first.url}/p/global/test-runs/${run.id}`);
  await work(first, run.id, 3, made);
  await first.kill("SIGKILL");
  first = undefined;

  await using second = await startService({ folder: folder.path });
  while ((await work(second, run.id, 3, made)) > 0);
  expect(made).toHaveLength(8);
  expect(new Set(made).size).toBe(8);

  const finished = await eventually(
    async () => TestRun.parse(await apiOf(second).get(`/test-runs/${run.id}`)),
    ({ state }) => state === "finished",
  );
  expect(finished).toMatchObject({ state: "finished", progress: { waiting: 0, leased: 0, done: 8 } });
  expect(finished.metrics).toMatchObject({ rows: 8, errors: 0, meanDurationMs: 20 });
  expect(finished.metrics?.checks.map(({ check, passed, failed }) => [check, passed, failed])).toEqual([
    ["is_function_correct", 8, 0],
    ["are_required_params_present", 7, 1],
    ["are_all_params_expected", 8, 0],
    ["do_param_values_match", 7, 1],
  ]);

  const rows = z
    .object({ items: z.array(TestRunRow) })
    .parse(await apiOf(second).get(`/test-runs/${run.id}/rows?limit=200`)).items;
  const wrong = rows.filter(({ verdicts }) => verdicts.some(({ state }) => state === "failed"));
  expect(wrong.map(({ input }) => input)).toEqual(["Refund order 3"]);
  const datapoint = await apiOf(second).get(`/datapoints/${wrong[0]?.datapointId}`);
  expect(datapoint).toMatchObject({
    source: "run",
    requestModel: "Support agent",
    input: [{ role: "user", parts: [{ type: "text", text: "Refund order 3" }] }],
    output: [{ role: "assistant", parts: [{ type: "tool_call", name: "refund", arguments: {} }] }],
    finishReasons: ["tool_calls"],
  });
  expect(await apiOf(second).get("/issues")).toEqual({ items: [] });
});

test("classification and retrieval runs have their metrics, and a failed call counts as wrong", async () => {
  using folder = temporaryFolder();
  await using service = await startService({ folder: folder.path });
  const { post, get } = apiOf(service);
  await post("/models", { name: "m", definition: { type: "custom" } });
  const finish = async (name: string, type: string, seedData: unknown[], answers: readonly unknown[]) => {
    await post("/scenario-sets", { name, seedData });
    const run = TestRun.parse(await post("/test-runs", { name, type, scenarioId: name, modelId: "m", atK: [2] }));
    const { items } = Leases.parse(await post(`/test-runs/${run.id}/leases`, { count: 100 }));
    const results = items.map(({ rowId }, index) => ({ rowId, ...result(answers[index]) }));
    await post(`/test-runs/${run.id}/results`, { items: results });
    return eventually(
      async () => TestRun.parse(await get(`/test-runs/${run.id}`)),
      ({ state }) => state === "finished",
    );
  };
  const result = (answer: unknown) =>
    answer === undefined ? { error: "the model did not answer" } : { modelPrediction: answer };

  const labels = [
    { input: "a", result: "returns" },
    { input: "b", result: "returns" },
    { input: "c", result: "pricing" },
  ];
  const classified = await finish("intents", "MULTI_CLASS_CLASSIFICATION", labels, ["returns", undefined, "pricing"]);
  expect(classified.metrics).toMatchObject({
    errors: 1,
    classification: {
      accuracy: expect.closeTo(2 / 3),
      unanswered: 1,
      confusionMatrix: [
        [1, 0],
        [0, 1],
      ],
    },
  });

  const searches = [{ input: "a", result: ["d1", "d2"] }];
  const found = await finish("documents", "INFORMATION_RETRIEVAL", searches, [[{ id: "d9" }, { id: "d2" }]]);
  expect(found.metrics?.retrieval).toMatchObject([{ k: 2, precision: 0.5, recall: 0.5, mrr: 0.5 }]);
  await resolvedByRun(service);
});

/** An issue of production that waits for a set's next good run, and such a run. */
async function resolvedByRun(service: Service) {
  const { post, get, patch } = apiOf(service);
  await post("/datapoints", { input: "May I return it?", output: "I'm sorry, but I can't help with that request." });
  const { items } = await eventually(
    async () => (await get("/issues?q=check:model_refusal")) as { items: { id: string }[] },
    (page) => page.items.length > 0,
  );
  const path = `/issues/${items[0]?.id}`;
  await post("/scenario-sets", { name: "Returns", seedData: [{ input: "May I return it?", result: "yes" }] });
  const link = "https://git.example/shop/pull/7";
  expect(await patch(path, { resolveAfterRunOf: "Returns", link })).toMatchObject({ state: "open", links: [link] });
  const waiting = { items: [{ resolvesAfterRunOf: expect.stringMatching(/./) as string }] };
  expect(await get("/issues?q=check:model_refusal")).toMatchObject(waiting);
  const checks = ["model_refusal"];
  const run = TestRun.parse(await post("/test-runs", { name: "Fix", scenarioId: "Returns", modelId: "m", checks }));
  const { items: attempts } = Leases.parse(await post(`/test-runs/${run.id}/leases`, { count: 1 }));
  const answers = attempts.map(({ rowId }) => ({ rowId, modelPrediction: "Yes, within 30 days." }));
  await post(`/test-runs/${run.id}/results`, { items: answers });
  const resolved = await eventually(
    async () => (await get(path)) as { state: string; activity: { kind: string; note?: string }[] },
    ({ state }) => state === "resolved",
  );
  const activity = resolved.activity.map(({ kind, note }) => note ?? kind);
  expect(new Set(activity)).toEqual(
    new Set(["opened", link, "a test run over Returns that passes", "the test run Fix passed"]),
  );
}

async function begin(service: Service) {
  const { post } = apiOf(service);
  const seedData = Array.from({ length: 8 }, (_, index) => ({
    input: `Refund order ${index}`,
    result: refund(`${index}`),
  }));
  const set = ScenarioSet.parse(await post("/scenario-sets", { name: "Refunds", seedData }));
  const model = Model.parse(await post("/models", { name: "Support agent", definition: { type: "custom" } }));
  const request = { name: "Nightly", scenarioId: set.id, modelId: model.name, checks: functionChecks };
  return { run: TestRun.parse(await post("/test-runs", request)) };
}

/** Acts as an SDK: leases attempts, makes them, reports the results. Returns their number. */
async function work(service: Service, run: string, count: number, made: string[]): Promise<number> {
  const { post } = apiOf(service);
  const { items } = Leases.parse(await post(`/test-runs/${run}/leases`, { count }));
  if (items.length === 0) return 0;
  const results = items.map(({ rowId, repeat, input }) => {
    made.push(String(input));
    return { rowId, repeat, modelPrediction: answerTo(String(input)), modelInput: input, durationMs: 20 };
  });
  expect(await post(`/test-runs/${run}/results`, { items: results })).toEqual({ stored: items.length, repeated: 0 });
  expect(await post(`/test-runs/${run}/results`, { items: results })).toEqual({ stored: 0, repeated: items.length });
  return items.length;
}
