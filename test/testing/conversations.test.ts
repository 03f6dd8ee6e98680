import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { TestRun } from "../../src/testing/contract/test-run.ts";
import { Leases, TestRunRow } from "../../src/testing/contract/test-run-attempt.ts";
import { chatBodyOf, completion } from "../support/providers/chat-provider.ts";
import { openFakeProvider } from "../support/providers/fake-provider.ts";
import { temporaryFolder } from "../support/service/folder.ts";
import { type Service, startService } from "../support/service/service.ts";
import { apiOf, eventually } from "../support/service/service-api.ts";

const folder = temporaryFolder();
let service: Service;
let provider: Awaited<ReturnType<typeof openFakeProvider>>;
const api = () => apiOf(service);

/** The driver counts its messages; the target's system prompt makes it repeat the question. */
beforeAll(async () => {
  provider = await openFakeProvider();
  provider.answerWith((seen, response) => {
    const { messages } = chatBodyOf(seen);
    const [first] = messages;
    const nth = messages.filter(({ role }) => role === "assistant").length + 1;
    if (first?.content.startsWith("You write rows") === true) {
      const rows = ["give me a refund", "a refund", "PLEASE refund"].map((input) => ({ input }));
      response.writeHead(200).end(completion({ content: JSON.stringify({ rows }) }));
      return;
    }
    const isDriver = first?.content.startsWith("You want") === true;
    const content = isDriver ? (nth === 3 ? "Thanks, goodbye" : `Question ${nth}`) : `On: ${messages.at(-1)?.content}`;
    response.writeHead(200).end(completion({ content }));
  });
  service = await startService({ folder: folder.path, env: { GAFFE_ALLOW_NETWORKS: "127.0.0.0/8" } });
  await api().post("/upstreams", { id: "fake", baseUrl: provider.url, auth: "none" });
  await api().post("/scenario-sets", { name: "Wishes", seedData: [{ input: "a refund", result: "refunded" }] });
});

afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await provider[Symbol.asyncDispose]();
  folder[Symbol.dispose]();
});

const driver = { promptTemplate: "You want {scenario_input}.", model: "fake/driver" };

async function start(modelId: string, simulation: object, checks: readonly string[] = ["is_json"]) {
  const newRun = { name: modelId, scenarioId: "Wishes", modelId, type: "MULTI_TURN", checks };
  return TestRun.parse(await api().post("/test-runs", { ...newRun, simulation: { driver, ...simulation } }));
}

async function finished(id: string) {
  const run = await eventually(
    async () => TestRun.parse(await api().get(`/test-runs/${id}`)),
    ({ state }) => state === "finished" || state === "failed",
  );
  const page = z.object({ items: z.array(TestRunRow) });
  const { items } = page.parse(await api().get(`/test-runs/${id}/rows`));
  return { run, row: items[0] };
}

const lines = (row: TestRunRowType | undefined) =>
  row?.conversation?.map(({ role, content }) => `${role}: ${content}`) ?? [];
type TestRunRowType = z.output<typeof TestRunRow>;

test("a driver and a model talk until the phrase occurs; the turns are datapoints of one session", async () => {
  const definition = { type: "generation", model: "fake/target", systemPromptTemplate: "Be kind" };
  await api().post("/models", { name: "Model", definition });
  const { id } = await start("Model", { firstTurn: "driver", maxTurns: 9, stop: { phrase: "goodbye" } });
  const { run, row } = await finished(id);
  expect(run).toMatchObject({
    state: "finished",
    metrics: { errors: 0, conversations: { conversations: 1, meanTurns: 2, ended: { stop_phrase: 1 } } },
  });
  expect(lines(row)).toEqual([
    "user: Question 1",
    "assistant: On: Question 1",
    "user: Question 2",
    "assistant: On: Question 2",
    "user: Thanks, goodbye",
  ]);
  expect(row).toMatchObject({ ended: "stop_phrase", prediction: "On: Question 2", turns: [{ turn: 1 }, { turn: 2 }] });
  const [first, last] = await Promise.all(
    (row?.turns ?? []).map(async ({ datapointId }) => api().get(`/datapoints/${datapointId}`)),
  );
  expect(row?.turns?.[1]?.datapointId).toBe(row?.datapointId);
  expect(first).toMatchObject({ source: "run", requestModel: "target", sessionId: `${id}/${row?.rowId}/1` });
  expect(first).toMatchObject({ verdicts: [], input: [{ role: "system" }, { role: "user" }] });
  expect(last).toMatchObject({ sessionId: `${id}/${row?.rowId}/1`, verdicts: [{ check: "is_json" }] });
  expect((last as { input: unknown[] }).input).toHaveLength(4);
});

test("an application behind HTTP has its session, its secrets, its stream and a trace to continue", async () => {
  await using target = await openFakeProvider();
  const seen: string[] = [];
  target.answerWith(({ method, url, rawHeaders, body }, response) => {
    const header = (name: string) => {
      const at = rawHeaders.findIndex((each) => each.toLowerCase() === name);
      return at === -1 ? "" : (rawHeaders[at + 1] ?? "");
    };
    const sent = body.length === 0 ? undefined : (JSON.parse(body.toString()) as unknown);
    seen.push(`${method} ${url} ${header("authorization") || header("x-client")} ${JSON.stringify(sent)}`);
    if (url === "/v1/token") response.end('{"access":{"token":"t-1"}}');
    else if (url === "/v1/sessions") response.end('{"data":[{"id":"s 1"}],"greeting":"Welcome"}');
    else if (method === "DELETE") response.writeHead(204).end();
    else {
      expect(header("traceparent")).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
      response.writeHead(200, { "content-type": "text/event-stream" });
      for (const piece of ["Let", " me", " see"]) response.write(`event: delta\ndata: {"text":"${piece}"}\n\n`);
      response.end('event: log\ndata: {"text":"!!"}\n\ndata: [DONE]\n\n');
    }
  });
  const url = target.url;
  const authorization = { authorization: "Bearer {access_token}" };
  const definition = {
    type: "http",
    auth: { url: `${url}/token`, headers: { "x-client": "{secret.CLIENT}" }, tokenPath: "response.access.token" },
    startSession: {
      url: `${url}/sessions`,
      headers: authorization,
      body: { about: "{scenario_input}" },
      sessionIdPath: "response.data[0].id",
      messagePath: "response.greeting",
    },
    nextTurn: {
      url: `${url}/sessions/{session_id}/turns`,
      headers: authorization,
      body: { text: "{latest_message}", turn: "{turn}" },
      responsePath: "response.text",
      stream: { event: "delta" },
    },
    endSession: { method: "DELETE", url: `${url}/sessions/{session_id}`, headers: authorization },
  };
  await expect(
    api().post("/models", {
      name: "App",
      definition: { ...definition, nextTurn: { ...definition.nextTurn, url: "{x}" } },
    }),
  ).rejects.toThrow("nextTurn.url");
  await api().post("/models", { name: "App", definition });
  await expect(start("App", {})).rejects.toThrow("no secret CLIENT");
  await api().post("/models", { name: "App", definition, secrets: { CLIENT: "sealed-client-key" } });
  const { id } = await start("App", { maxTurns: 2 });
  const { row } = await finished(id);
  expect(lines(row)).toEqual(["assistant: Welcome", "user: Question 1", "assistant: Let me see"]);
  expect(row).toMatchObject({ ended: "max_turns", turns: [{}, { targetTraceId: expect.any(String) as string }] });
  expect(seen).toEqual([
    "POST /v1/token sealed-client-key undefined",
    'POST /v1/sessions Bearer t-1 {"about":"a refund"}',
    'POST /v1/sessions/s%201/turns Bearer t-1 {"text":"Question 1","turn":2}',
    "DELETE /v1/sessions/s%201 Bearer t-1 undefined",
  ]);
  expect(JSON.stringify(await api().get("/models"))).not.toContain("sealed-client-key");
});

test("code of the user's own is handed the conversation turn by turn, and each step counts once", async () => {
  await api().post("/models", { name: "Own", definition: { type: "custom" } });
  const { id } = await start("Own", { firstTurn: "driver", maxTurns: 2, checksAtEveryTurn: true }, ["is_json"]);
  const lease = async () => Leases.parse(await api().post(`/test-runs/${id}/leases`, { count: 5 }));
  for (const turn of [1, 2]) {
    const { items } = await eventually(lease, ({ items }) => items.length > 0);
    const [item] = items;
    expect(item).toMatchObject({ turn, input: "a refund", messages: expect.any(Array) as unknown[] });
    expect(item?.messages?.at(-1)).toEqual({ role: "user", content: `Question ${turn}` });
    const answer = { rowId: item?.rowId, step: item?.step, modelPrediction: `{"turn": ${turn}}`, sessionId: "mine" };
    expect(await api().post(`/test-runs/${id}/results`, { items: [answer] })).toEqual({ stored: 1, repeated: 0 });
    expect(await api().post(`/test-runs/${id}/results`, { items: [answer] })).toEqual({ stored: 0, repeated: 1 });
  }
  const { run, row } = await finished(id);
  expect(row).toMatchObject({ ended: "max_turns", prediction: '{"turn": 2}' });
  expect(run.metrics?.checks).toMatchObject([{ check: "is_json", passed: 2, failed: 0 }]);
  expect(await lease()).toEqual({ items: [], open: 0 });
});

test("a stop check ends the conversation when it passes", async () => {
  await api().post("/models", { name: "Json", definition: { type: "generation", model: "fake/target" } });
  const stop = { check: { check: "is_json", stopOn: false } };
  const { id } = await start("Json", { firstTurn: "driver", maxTurns: 5, stop });
  const { row } = await finished(id);
  expect(row).toMatchObject({ ended: "stop_check", turns: [{ turn: 1 }] });
});

test("rows are generated by the project's model, checked, and name their seed; without a model the reason is shown", async () => {
  const request = { scenarioId: "Wishes", name: "Rephrased", type: "REPHRASE_INVARIANT", numberExamples: 3 };
  await expect(api().post("/scenario-sets/generate", request)).rejects.toThrow("no judge model is configured");
  const judge = { name: "Writer", baseUrl: provider.url, model: "writer", key: "k", structuredOutput: "text" };
  await api().post("/judges", judge);
  const checks = [{ check: "contains_none", options: { phrases: ["PLEASE"] } }];
  const made = await api().post("/scenario-sets/generate", { ...request, preTemplate: "Hi, ", checks });
  expect(made).toMatchObject({
    name: "Rephrased",
    rows: 1,
    failedData: [{ input: "Hi, PLEASE refund", check: "contains_none" }],
  });
  const seeds = (await api().get("/scenario-sets/Wishes/rows")) as { items: { id: string }[] };
  const rows = (await api().get("/scenario-sets/Rephrased/rows")) as { items: object[] };
  expect(rows.items[0]).toMatchObject({
    input: "Hi, give me a refund",
    result: "refunded",
    origin: { seedId: seeds.items[0]?.id, generator: "REPHRASE_INVARIANT" },
  });
});
