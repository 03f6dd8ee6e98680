import { expect, test } from "vitest";
import { z } from "zod";
import { Model } from "../../src/testing/contract/model.ts";
import { TestRun } from "../../src/testing/contract/test-run.ts";
import { TestRunRow } from "../../src/testing/contract/test-run-attempt.ts";
import { chatBodyOf, completion, lastMessageIn } from "../support/providers/chat-provider.ts";
import { openFakeProvider, type SeenRequest } from "../support/providers/fake-provider.ts";
import { temporaryFolder } from "../support/service/folder.ts";
import { type Service, startService } from "../support/service/service.ts";
import { apiOf, eventually } from "../support/service/service-api.ts";

const env = { GAFFE_ALLOW_NETWORKS: "127.0.0.0/8" };
const key = "sk-very-secret-provider-key";

const tooLong = '{"error":{"message":"too long","type":"invalid_request_error","code":"context_length_exceeded"}}';

const call = (name: string, parameters: object) => ({
  content: null,
  tool_calls: [{ id: "c1", type: "function", function: { name, arguments: JSON.stringify(parameters) } }],
});

async function finished(service: Service, id: string) {
  return eventually(
    async () => TestRun.parse(await apiOf(service).get(`/test-runs/${id}`)),
    ({ state }) => state !== "running" && state !== "evaluating",
  );
}

async function rowsOf(service: Service, id: string) {
  const page = z.object({ items: z.array(TestRunRow) });
  return page.parse(await apiOf(service).get(`/test-runs/${id}/rows?limit=200`)).items;
}

const seedData = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ input: { order: `${index}`, tone: "polite" }, result: `${index}` }));

test("the service calls a provider's model by its templates: failures are typed, transient ones are retried", async () => {
  using folder = temporaryFolder();
  await using provider = await openFakeProvider();
  await using service = await startService({ folder: folder.path, env });
  const { post, get } = apiOf(service);
  await post("/upstreams", { id: "fake", baseUrl: provider.url });
  await post("/scenario-sets", { name: "Orders", seedData: seedData(6) });
  const definition = {
    type: "generation",
    model: "fake/small",
    temperature: 0.25,
    systemPromptTemplate: 'Be {scenario_input.tone}; answer with JSON like {"order": 1}.',
    userPromptTemplate: "Refund order {input.order}",
    tools: [{ type: "function", function: { name: "refund", parameters: { type: "object" } } }],
  };
  const request = { name: "Nightly", scenarioId: "Orders", modelId: "Agent", checks: ["is_function_correct"] };
  await expect(
    post("/models", { name: "Agent", definition: { ...definition, userPromptTemplate: "Refund {inptu}" } }),
  ).rejects.toThrow("did you mean input?");
  await post("/models", { name: "Agent", definition });
  await expect(post("/test-runs", request)).rejects.toThrow("there is no key for fake");

  const model = Model.parse(await post("/models", { name: "Agent", definition, apiKey: key }));
  expect(model).toMatchObject({
    version: 1,
    secrets: [{ name: "api_key", host: `http://127.0.0.1:${provider.port}` }],
  });
  const times = new Map<string, number>();
  provider.answerWith((seen, response) => {
    const order = lastMessageIn(seen).split(" ").at(-1) ?? "";
    const nth = (times.get(order) ?? 0) + 1;
    times.set(order, nth);
    if (order === "1" && nth === 1) response.writeHead(429, { "retry-after": "1" }).end('{"error":{"message":"slow"}}');
    else if (order === "2" && nth === 1) response.writeHead(503).end("away");
    else if (order === "3") response.writeHead(400).end(tooLong);
    else response.writeHead(200).end(completion(order === "4" ? { content: "No." } : call("refund", { order })));
  });
  const run = TestRun.parse(await post("/test-runs", { ...request, type: "AGENT_EVAL" }));
  expect(run).toMatchObject({ isServed: true, progress: { done: 0 } });
  const done = await finished(service, run.id);
  expect(done).toMatchObject({ state: "finished", metrics: { rows: 6, errors: 1 } });
  // The expected result has no calls, so there are none to compare.
  expect(done.metrics?.trajectories).toMatchObject({ rows: 0 });

  expect(chatBodyOf(provider.seen[0] as SeenRequest)).toEqual({
    model: "small",
    messages: [
      { role: "system", content: 'Be polite; answer with JSON like {"order": 1}.' },
      { role: "user", content: expect.stringMatching(/^Refund order \d$/) as string },
    ],
    temperature: 0.25,
    tools: definition.tools,
  });
  expect(new Set(provider.seen.map(({ rawHeaders }) => rawHeaders[rawHeaders.indexOf("authorization") + 1]))).toEqual(
    new Set([`Bearer ${key}`]),
  );
  const rows = await rowsOf(service, run.id);
  expect(rows.map(({ prediction }) => prediction ?? null)).toEqual(
    ["0", "1", "2", null, "4", "5"].map((order) =>
      order === null ? null : order === "4" ? "No." : { tool_calls: [{ name: "refund", parameters: { order } }] },
    ),
  );
  expect(rows.map(({ attempts = 1 }) => attempts)).toEqual([1, 2, 2, 1, 1, 1]);
  expect(rows[3]).toMatchObject({ error: "too long", errorType: "context_too_large" });
  const datapoint = await get(`/datapoints/${rows[3]?.datapointId}`);
  expect(datapoint).toMatchObject({
    source: "run",
    provider: "fake",
    requestModel: "small",
    params: { temperature: 0.25 },
    error: { type: "context_too_large", status: 400, code: "context_length_exceeded" },
    tools: [{ name: "refund" }],
  });
  expect(await get(`/datapoints/${rows[0]?.datapointId}`)).toMatchObject({
    responseModel: "small-2026",
    usage: { inputTokens: 12, outputTokens: 3 },
    finishReasons: ["tool_calls"],
  });
  expect(JSON.stringify([await get("/models"), rows, datapoint])).not.toContain(key);
  expect(service.output()).not.toContain(key);
});

test("after a crash the service repeats only the calls in progress; a key of the request is not stored", async () => {
  using folder = temporaryFolder();
  await using provider = await openFakeProvider();
  const rows = 24;
  const concurrency = 4;
  const calls = new Map<string, number>();
  const hold = { from: 8 };
  provider.answerWith((seen, response) => {
    calls.set(lastMessageIn(seen), (calls.get(lastMessageIn(seen)) ?? 0) + 1);
    // From this point on no call is answered: these are in progress when the service dies.
    if (calls.size <= hold.from)
      response.writeHead(200).end(completion({ content: `Refunded ${lastMessageIn(seen)}` }));
  });
  const first = await startService({ folder: folder.path, env });
  const { post } = apiOf(first);
  await post("/upstreams", { id: "fake", baseUrl: provider.url });
  await post("/scenario-sets", { name: "Orders", seedData: seedData(rows) });
  const definition = { type: "generation", model: "fake/small", userPromptTemplate: "Order {input.order}" };
  await post("/models", { name: "Agent", definition });
  const request = { name: "Nightly", scenarioId: "Orders", modelId: "Agent", checks: ["is_json"], concurrency };
  const { id } = TestRun.parse(await post("/test-runs", { ...request, apiKeys: { fake: key } }));
  const heldCalls = () => Promise.resolve(calls.size);
  await eventually(heldCalls, (size) => size === hold.from + concurrency);
  await eventually(
    async () => TestRun.parse(await apiOf(first).get(`/test-runs/${id}`)),
    ({ progress }) => progress.done === hold.from,
  );
  await first.kill("SIGKILL");
  hold.from = rows;

  await using second = await startService({ folder: folder.path, env });
  const stranded = await finished(second, id);
  expect(stranded).toMatchObject({ state: "failed", failure: expect.stringContaining("there is no key") as string });
  await apiOf(second).post(`/test-runs/${id}/resume`, { apiKeys: { fake: key } });
  const done = await finished(second, id);
  expect(done).toMatchObject({ state: "finished", progress: { done: rows }, metrics: { rows, errors: 0 } });
  expect(calls.size).toBe(rows);
  const repeated = [...calls.values()].filter((times) => times > 1);
  expect(repeated).toEqual(Array.from({ length: concurrency }, () => 2));
});

test("a canceled run makes no further call, and continues when it is resumed", async () => {
  using folder = temporaryFolder();
  await using provider = await openFakeProvider();
  const waiting: (() => void)[] = [];
  let isOpen = false;
  provider.answerWith((seen, response) => {
    const answer = () => void response.writeHead(200).end(completion({ content: lastMessageIn(seen) }));
    if (isOpen) answer();
    else waiting.push(answer);
  });
  await using service = await startService({ folder: folder.path, env });
  const { post } = apiOf(service);
  await post("/upstreams", { id: "fake", baseUrl: provider.url });
  await post("/provider-keys", { provider: "fake", key });
  await post("/scenario-sets", { name: "Orders", seedData: seedData(10) });
  await post("/models", { name: "Agent", definition: { type: "generation", model: "fake/small" } });
  const request = { name: "Nightly", scenarioId: "Orders", modelId: "Agent", concurrency: 2 };
  const { id } = TestRun.parse(await post("/test-runs", request));
  await eventually(
    () => Promise.resolve(waiting.length),
    (count) => count === 2,
  );
  expect(await post(`/test-runs/${id}/cancel`, {})).toMatchObject({ state: "cancelled" });
  await eventually(
    () => Promise.resolve(provider.sockets.size),
    (count) => count === 0,
  );
  expect(provider.seen).toHaveLength(2);
  isOpen = true;
  await post(`/test-runs/${id}/resume`, {});
  expect(await finished(service, id)).toMatchObject({ state: "finished", progress: { done: 10 } });
  expect(provider.seen).toHaveLength(12);
});
