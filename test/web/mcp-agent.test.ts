import { afterAll, beforeAll, expect, test } from "vitest";
import { dataIn, openMcp } from "../support/clients/mcp.ts";
import { chatBodyOf, completion } from "../support/providers/chat-provider.ts";
import { openFakeProvider } from "../support/providers/fake-provider.ts";
import { loopbackAllowed } from "../support/providers/served-models.ts";
import { temporaryFolder } from "../support/service/folder.ts";
import { type Service, startService } from "../support/service/service.ts";
import { apiOf, eventually } from "../support/service/service-api.ts";

/*
 * What a coding agent does, by MCP alone: from an issue to a test run that fails, a changed prompt, and one that
 * passes. The model refuses questions about deliveries until its prompt allows them.
 */
let folder: ReturnType<typeof temporaryFolder>;
let provider: Awaited<ReturnType<typeof openFakeProvider>>;
let service: Service;
let mcp: Awaited<ReturnType<typeof openMcp>>;

const refusal = "I'm sorry, but I can't help with that.";
const questions = [
  "When does my parcel arrive?",
  "When does my parcel arrive in Basel?",
  "When does the parcel of order 17 arrive?",
];
const prompt = "You work for the shop Alba.";

beforeAll(async () => {
  folder = temporaryFolder();
  provider = await openFakeProvider();
  provider.answerWith((seen, response) => {
    const { model, messages } = chatBodyOf(seen);
    const allows = messages.some(({ role, content }) => role === "system" && content.includes("deliveries"));
    response.writeHead(model === "small" ? 200 : 599, { "content-type": "application/json" });
    response.end(completion({ content: allows ? "It arrives tomorrow." : refusal }));
  });
  service = await startService({ folder: folder.path, env: loopbackAllowed });
  const api = apiOf(service);
  await api.post("/upstreams", { id: "fake", baseUrl: provider.url, auth: "none" });
  const definition = { type: "generation", model: "fake/small", systemPromptTemplate: prompt };
  await api.post("/models", { name: "Shop", definition });
  await api.post(
    "/datapoints",
    questions.map((input) => ({ input, output: refusal, requestModel: "small", release: "1.4.0" })),
  );
  await send(failedSpan);
  const issues = async () => (await api.get("/issues")) as { items: { occurrences: number }[] };
  await eventually(issues, ({ items }) => items.length === 2 && items.some(({ occurrences }) => occurrences === 3));
  const { secret } = (await api.post("/tokens", { name: "agent", scopes: ["write"] })) as { secret: string };
  mcp = await openMcp(service.url, { authorization: `Bearer ${secret}` });
});

afterAll(async () => {
  await mcp[Symbol.asyncDispose]();
  await service[Symbol.asyncDispose]();
  await provider[Symbol.asyncDispose]();
  folder[Symbol.dispose]();
});

const call = async (name: string, given: object = {}) => {
  const { isError, text } = await mcp.call(name, { ...given });
  expect([name, isError, text]).toEqual([name, false, text]);
  return dataIn(text).content;
};
const ask = async (name: string, given: object = {}) => JSON.parse(await call(name, given));

const ended = (id: string) =>
  eventually(
    () => ask("get_test_run", { id }),
    ({ state }) => state !== "running" && state !== "evaluating",
  );

test("from an issue to a failing run, a changed prompt and a passing run", async () => {
  const { items } = await ask("list_issues", { kind: ["behavior"] });
  const [issue] = items;
  expect(await call("get_issue", { id: issue.id })).toContain("release of the newest sample: 1.4.0");

  const { scenario, added } = await ask("create_scenario_set", { name: "Deliveries", issueId: issue.id });
  expect(added).toBe(3);
  const rows = await ask("list_scenario_rows", { id: scenario.id });
  expect(JSON.stringify(rows.items)).toContain(questions[0]);

  const { items: models } = await ask("list_models");
  const [model] = models;
  const run = { scenarioId: scenario.id, modelId: model.id, checks: [issue.check] };
  const before = await ended((await ask("start_test_run", { ...run, name: "Before" })).id);
  expect(before).toMatchObject({ state: "finished", conclusion: { passed: false } });
  const results = await ask("list_test_run_rows", { id: before.id });
  expect(results.items).toHaveLength(3);
  expect(results.items[0]).toMatchObject({ prediction: refusal, verdicts: [{ check: issue.check, state: "failed" }] });

  const definition = { ...model.definition, systemPromptTemplate: `${prompt} Answer questions about deliveries.` };
  const changed = await ask("register_model", { name: model.name, definition, update: true });
  expect(changed).toMatchObject({ id: model.id, version: 2 });
  const after = await ended((await ask("start_test_run", { ...run, name: "After" })).id);
  expect(after).toMatchObject({ state: "finished", conclusion: { passed: true }, modelVersion: 2 });

  const comparison = await ask("compare_test_runs", { base: before.id, runs: [after.id] });
  expect(JSON.stringify(comparison)).toContain(issue.check);
  const { items: runs } = await ask("list_test_runs", { scenarioId: scenario.id });
  expect(runs.map(({ name }: { name: string }) => name)).toEqual(["After", "Before"]);
  const note = `the prompt allows deliveries, shown by run ${after.id}`;
  expect(await ask("resolve_issue", { id: issue.id, note })).toMatchObject({ state: "resolved" });
});

test("an error shows where it happened and its stack trace, in the issue and in the span", async () => {
  const { items } = await ask("list_issues", { kind: ["error"] });
  const text = await call("get_issue", { id: items[0].id });
  for (const fact of [
    "service of the newest sample: shop",
    "environment of the newest sample: staging",
    "## Stack trace",
  ])
    expect(text).toContain(fact);
  expect(text).toContain('File "/app/orders.py", line 12, in reply');
  const [, traceId] = /trace of the newest sample: ([0-9a-f]{32})/.exec(text) ?? [];
  const [, spanId] = /span of the newest sample: ([0-9a-f]{16})/.exec(text) ?? [];
  const { span } = await ask("get_span", { traceId, spanId });
  expect(span).toMatchObject({ name: "chat small" });
  expect(JSON.stringify(span)).toContain("orders.py");
});

test("checks and documentation are found by words", async () => {
  const { items } = await ask("list_checks", { q: "refuses to answer", limit: 5 });
  expect(items.map(({ name }: { name: string }) => name)).toContain("model_refusal");
  const { items: sections } = await ask("search_docs", { q: "compare two test runs" });
  expect(sections[0]).toMatchObject({ page: expect.stringMatching(/^docs\/.+\.md$/), heading: expect.any(String) });
  const { text } = await ask("read_doc", { page: sections[0].page });
  expect(text).toContain("# ");
  const { isError, text: problem } = await mcp.call("read_doc", { page: "docs/../package.json" });
  expect([isError, problem]).toEqual([true, expect.stringContaining("documentation page does not exist")]);
});

const value = (text: string) => ({ stringValue: text });
const attributes = (given: Readonly<Record<string, string>>) =>
  Object.entries(given).map(([key, text]) => ({ key, value: value(text) }));

/** A call whose exception the application recorded, as OTLP JSON. */
const failedSpan = {
  traceId: "5b8aa5a2d2c872e8321cf37308d69df2",
  spanId: "051581bf3cb55c13",
  name: "chat small",
  kind: 3,
  startTimeUnixNano: `${Date.now() - 2000}000000`,
  endTimeUnixNano: `${Date.now() - 1000}000000`,
  attributes: attributes({ "gen_ai.operation.name": "chat", "gen_ai.request.model": "small", "gen_ai.system": "acme" }),
  status: { code: 2, message: "database is down" },
  events: [
    {
      name: "exception",
      timeUnixNano: `${Date.now() - 1000}000000`,
      attributes: attributes({
        "exception.type": "ValueError",
        "exception.message": "database is down",
        "exception.stacktrace":
          'Traceback (most recent call last):\n  File "/app/orders.py", line 12, in reply\nValueError: database is down',
      }),
    },
  ],
};

async function send(span: object): Promise<void> {
  const resource = { attributes: attributes({ "service.name": "shop", "deployment.environment.name": "staging" }) };
  const response = await fetch(`${service.url}/v1/traces`, {
    method: "POST",
    headers: { "content-type": "application/json", "api-key": service.token },
    body: JSON.stringify({ resourceSpans: [{ resource, scopeSpans: [{ scope: { name: "shop" }, spans: [span] }] }] }),
  });
  expect(response.status).toBe(200);
}
