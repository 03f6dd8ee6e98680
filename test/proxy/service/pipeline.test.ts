import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { openFakeProvider } from "../../support/providers/fake-provider.ts";
import { send } from "../../support/providers/proxy.ts";
import { temporaryFolder } from "../../support/service/folder.ts";
import { type Service, startService } from "../../support/service/service.ts";
import { apiOf, eventually } from "../../support/service/service-api.ts";
import { storedText } from "../../support/service/stored-text.ts";

const canary = "sk-CANARY-9b1d7e02aa";
const folder = temporaryFolder();
let provider: Awaited<ReturnType<typeof openFakeProvider>>;
let service: Service;
beforeAll(async () => {
  provider = await openFakeProvider();
  service = await startService({ folder: folder.path, env: { LOG_LEVEL: "debug" } });
});
afterAll(async () => {
  await service.kill("SIGTERM");
  await provider[Symbol.asyncDispose]();
  folder[Symbol.dispose]();
});

const Listed = z.object({ items: z.array(z.looseObject({ id: z.string(), traceId: z.string() })) });
const Shown = z.looseObject({ source: z.string(), verdicts: z.array(z.looseObject({ check: z.string() })) });
const Issues = z.object({ items: z.array(z.looseObject({ monitorName: z.string().optional() })) });

const datapointOf = async (traceId: unknown) => {
  const api = apiOf(service);
  const { items } = await eventually(
    async () => Listed.parse(await api.get("/datapoints?limit=100")),
    (seen) => seen.items.some((item) => item.traceId === traceId),
  );
  const found = items.find((item) => item.traceId === traceId);
  return Shown.parse(await api.get(`/datapoints/${found?.id}`));
};

const completion = (content: string) =>
  JSON.stringify({
    id: "chatcmpl-1",
    object: "chat.completion",
    model: "llama-3.3-70b",
    choices: [{ index: 0, message: { role: "assistant", content }, finish_reason: "stop" }],
    usage: { prompt_tokens: 12, completion_tokens: 9, total_tokens: 21 },
  });

function call(prompt: string | readonly object[], headers: object = {}) {
  return send(service.port, {
    path: "/v1/chat/completions",
    headers: {
      "api-key": service.token,
      "content-type": "application/json",
      authorization: `Bearer ${canary}`,
      ...headers,
    },
    // As bytes: Node would encode the headers together with a text body.
    body: Buffer.from(JSON.stringify({ model: "house/llama-3.3-70b", messages: [{ role: "user", content: prompt }] })),
  });
}

test("an unregistered upstream is refused, and its address is not contacted", async () => {
  const answer = await call("hello");
  expect([answer.status, answer.headers["x-gaffe-error"]]).toEqual([400, "unknown_provider"]);
  expect(provider.seen).toHaveLength(0);
});

test.each([
  ["a base URL without /v1", "/chat/completions", {}, "404 unknown_path", '"/v1" is missing'],
  ["a base URL with /v1 for Anthropic's client", "/v1/v1/messages", {}, "404 unknown_path", "appears twice"],
  ["an API that is not forwarded", "/v1/images/generations", {}, "404 unknown_path", "POST /v1/chat/completions"],
  ["the provider's key as Gaffe's", "/v1/messages", { "api-key": "k" }, "401 invalid_service_key", "x-gaffe-api-key"],
  ["a slip of the pen", "/v1/messages", { "x-gaffe-provider": "opnai" }, "400 unknown_provider", "openai?"],
])("a client that sends %s gets advice", async (...[, path, headers, refusal, advice]) => {
  const key = { "api-key": service.token, "content-type": "application/json" };
  const answer = await send(service.port, { path, headers: { ...key, ...headers }, body: '{"model":"m"}' });
  expect([`${answer.status} ${String(answer.headers["x-gaffe-error"])}`, answer.headers["x-gaffe-acts"]]).toEqual([
    refusal,
    "caller",
  ]);
  expect(answer.body.toString().replaceAll("\\", "")).toContain(advice);
});

test("a call through a registered upstream is a datapoint with verdicts; a refused one opens an issue", async () => {
  const api = apiOf(service);
  await api.post("/upstreams", { id: "house", baseUrl: provider.url });
  await api.post("/monitors", {
    name: "Refund policy",
    condition: "input:refund",
    checks: [{ check: "model_refusal", severity: "critical" }],
  });
  provider.answerWith(({ body }, response) => {
    const refused = body.toString().includes("1042");
    const text = refused ? "I'm sorry, but I can't help with refunds." : "Done: order 1043 is refunded to your card.";
    response.writeHead(200, { "content-type": "application/json" }).end(completion(text));
  });
  const [refused, accepted] = [await call("Please refund order 1042."), await call("Please refund order 1043.")];
  expect([refused.status, accepted.status]).toEqual([200, 200]);
  expect(JSON.parse(provider.seen[0]!.body.toString())).toMatchObject({ model: "llama-3.3-70b" });

  const datapoint = await datapointOf(accepted.headers["x-gaffe-trace-id"]);
  expect(datapoint).toMatchObject({
    source: "proxy",
    provider: "house",
    requestModel: "llama-3.3-70b",
    usage: { inputTokens: 12, outputTokens: 9 },
  });
  expect(datapoint.verdicts).toContainEqual(expect.objectContaining({ check: "model_refusal", state: "passed" }));
  const flagged = await datapointOf(refused.headers["x-gaffe-trace-id"]);
  expect(flagged.verdicts).toContainEqual(expect.objectContaining({ check: "model_refusal", state: "failed" }));

  const { items } = await eventually(
    async () => Issues.parse(await api.get("/issues")),
    (seen) => seen.items.some(({ monitorName }) => monitorName === "Refund policy"),
  );
  const issues = items.filter(({ monitorName }) => monitorName === "Refund policy");
  expect(issues).toMatchObject([{ check: "model_refusal", occurrences: 1, severity: "critical", state: "open" }]);
});

test("a provider's error becomes an issue of kind error", async () => {
  provider.answerWith((_, response) => {
    const error = { message: `Incorrect API key provided: ${canary}`, type: canary, code: "invalid_api_key" };
    response.writeHead(401, { "content-type": "application/json" }).end(JSON.stringify({ error }));
  });
  const answer = await call(`my key is ${canary}`, { "x-gaffe-user": canary });
  expect(answer.status).toBe(401);
  expect(answer.body.toString()).toContain(canary);
  const datapoint = await datapointOf(answer.headers["x-gaffe-trace-id"]);
  expect(datapoint["error"]).toMatchObject({ type: "misconfiguration", code: "invalid_api_key", status: 401 });
});

test("while ClickHouse is stalled a call is answered as usual and recorded later: ten megabytes of image, names in any script", async () => {
  provider.answerWith((_, response) =>
    response.writeHead(200, { "content-type": "application/json" }).end(completion("A lake.")),
  );
  const image_url = { url: `data:image/png;base64,${"iVBORw0KGgo=".repeat(900_000)}` };
  const parts = [
    { type: "text", text: "What is on it?" },
    { type: "image_url", image_url },
  ];
  const clickhouse = service.clickhousePid()!;
  process.kill(clickhouse, "SIGSTOP");
  const answer = await call(parts, { "x-gaffe-user": inUtf8("Zoë 山田"), "x-gaffe-service": "shop" });
  process.kill(clickhouse, "SIGCONT");
  expect(answer.status).toBe(200);
  const datapoint = await datapointOf(answer.headers["x-gaffe-trace-id"]);
  expect(datapoint).toMatchObject({ userId: "Zoë 山田", service: "shop", requestModel: "llama-3.3-70b" });
  expect(JSON.stringify(datapoint["input"])).toMatch(/What is on it\?.*image\/png/);
});

/** Encodes a header as curl and Python send it: Node would write Latin-1. */
const inUtf8 = (text: string) => Buffer.from(text).toString("latin1");

test("a changed upstream applies immediately, a deleted one is refused", async () => {
  const api = apiOf(service);
  await api.patch("/upstreams/house", { baseUrl: "http://127.0.0.1:9/v1" });
  expect((await call("hello")).headers["x-gaffe-error"]).toBe("upstream_unreachable");
  await api.delete("/upstreams/house");
  expect((await call("hello")).headers["x-gaffe-error"]).toBe("unknown_provider");
});

test("the provider's key is in no byte that the service stored, logged or counted", async () => {
  const metrics = await (await fetch(`${service.url}/metrics`, { headers: { "api-key": service.token } })).text();
  expect(metrics).toContain("gaffe_proxy");
  await service.kill("SIGTERM");
  const files = readdirSync(folder.path, { recursive: true, withFileTypes: true }).filter((each) => each.isFile());
  const written = files.map((each) => readFileSync(join(each.parentPath, each.name)).toString("latin1")).join("");
  const stored = await storedText(folder.path);
  expect(stored).toContain("refund order 1042");
  expect(stored).toContain("[redacted:provider_key]");
  for (const [where, text] of Object.entries({ metrics, log: service.output(), written, stored })) {
    expect([where, text.includes("CANARY")]).toEqual([where, false]);
  }
});

test("a stream in progress when the service shuts down ends complete and is recorded", async () => {
  const { port } = service;
  service = await startService({ folder: folder.path, port });
  await apiOf(service).post("/upstreams", { id: "house", baseUrl: provider.url });
  const chunk = 'data: {"id":"c1","choices":[{"index":0,"delta":{"content":"Hi"},"finish_reason":"stop"}]}\n\n';
  let finish = () => {};
  const started = new Promise<void>((resolve) => {
    provider.answerWith((_, response) => {
      response.writeHead(200, { "content-type": "text/event-stream" }).write(chunk);
      finish = () => response.end("data: [DONE]\n\n");
      resolve();
    });
  });
  const answer = call("a long story");
  await started;
  const stopped = service.kill("SIGTERM");
  await eventually(
    () => Promise.resolve(service.output()),
    (output) => output.includes('"stopping"'),
  );
  finish();
  const reply = await answer;
  expect([reply.status, reply.broken, reply.body.toString()]).toEqual([200, false, `${chunk}data: [DONE]\n\n`]);
  expect(await stopped).toBe(0);

  service = await startService({ folder: folder.path, port });
  const recorded = await datapointOf(reply.headers["x-gaffe-trace-id"]);
  expect(recorded).toMatchObject({ source: "proxy", finishReasons: ["stop"] });
});
