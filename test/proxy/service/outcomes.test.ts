import { expect, test } from "vitest";
import { z } from "zod";
import { openFakeProvider } from "../../support/providers/fake-provider.ts";
import { send } from "../../support/providers/proxy.ts";
import { startMailServer } from "../../support/receivers/mail-server.ts";
import { temporaryFolder } from "../../support/service/folder.ts";
import { startService } from "../../support/service/service.ts";
import { apiOf, eventually } from "../../support/service/service-api.ts";

const Listed = z.object({ items: z.array(z.looseObject({ id: z.string(), traceId: z.string() })) });
const Verdicts = z.looseObject({ verdicts: z.array(z.looseObject({ check: z.string(), state: z.string() })) });
const Issues = z.object({ items: z.array(z.looseObject({ check: z.string().optional(), number: z.number() })) });

test("a refused call through the proxy is a datapoint with verdicts, an issue, and a mail", async ({ annotate }) => {
  using folder = temporaryFolder();
  await using mail = await startMailServer();
  await using provider = await openFakeProvider();
  await using service = await startService({
    folder: folder.path,
    env: { SMTP_URL: mail.url, GAFFE_INIT_EMAIL: "lea@example.com", GAFFE_INIT_PASSWORD: "a long enough password" },
  });
  const api = apiOf(service);
  await api.post("/upstreams", { id: "house", baseUrl: provider.url });
  const message = { role: "assistant", content: "I'm sorry, but I can't help with refunds." };
  provider.answerWith((_, response) => {
    const body = { id: "c1", model: "m", choices: [{ index: 0, message, finish_reason: "stop" }] };
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(body));
  });
  const reply = await send(service.port, {
    path: "/v1/chat/completions",
    headers: { "api-key": service.token, "content-type": "application/json" },
    body: JSON.stringify({ model: "house/m", messages: [{ role: "user", content: "Please refund order 1042." }] }),
  });
  const answeredAt = performance.now();
  const since = () => Math.round(performance.now() - answeredAt);
  expect(reply.status).toBe(200);

  const { items } = await eventually(
    async () => Listed.parse(await api.get("/datapoints?limit=10")),
    (seen) => seen.items.some(({ traceId }) => traceId === reply.headers["x-gaffe-trace-id"]),
  );
  const seenMs = since();
  const { verdicts } = Verdicts.parse(await api.get(`/datapoints/${items[0]!.id}`));
  expect(verdicts).toContainEqual(expect.objectContaining({ check: "model_refusal", state: "failed" }));
  const issues = await eventually(
    async () => Issues.parse(await api.get("/issues")),
    (seen) => seen.items.some(({ check }) => check === "model_refusal"),
  );
  const raisedMs = since();
  const mails = await eventually(
    async () => [...mail.mails],
    (seen) => seen.length > 0,
  );
  const issue = issues.items.find(({ check }) => check === "model_refusal");
  expect(mails[0]!.to).toEqual(["lea@example.com"]);
  expect(mails[0]!.mail.text).toContain("can't help with refunds");
  expect(mails[0]!.mail.text).toContain(`/p/global/issues/${issue!.number}`);
  await annotate(`after the answer: datapoint with verdicts ${seenMs} ms, issue ${raisedMs} ms, mail ${since()} ms`);
});

test("every kind of error that a call can end in is recorded as that", async () => {
  using folder = temporaryFolder();
  await using provider = await openFakeProvider();
  await using service = await startService({ folder: folder.path });
  const api = apiOf(service);
  await api.post("/upstreams", { id: "house", baseUrl: provider.url });
  const responseWith = (message: object) => ({ choices: [{ index: 0, message, finish_reason: "stop" }] });
  const failed = (code: string, message: string) => ({ error: { code, message } });
  const answers: Readonly<Record<string, readonly [number, unknown]>> = {
    refusal: [200, responseWith({ role: "assistant", content: null, refusal: "I can't help with that." })],
    invalid_response: [200, "<html>Please sign in to the network</html>"],
    setting_out_of_bounds: [200, responseWith({ role: "assistant", content: "Hi." })],
    context_too_large: [400, failed("context_length_exceeded", "This model's maximum context length is 8192 tokens.")],
    rate_limited: [429, failed("rate_limit_exceeded", "Rate limit reached")],
    misconfiguration: [401, failed("invalid_api_key", "Incorrect API key provided")],
    provider_unavailable: [500, failed("server_error", "The server had an error")],
  };
  provider.answerWith(({ body }, response) => {
    const { user } = JSON.parse(body.toString()) as { user: string };
    const [status, answer] = answers[user] ?? [599, {}];
    response.writeHead(status, { "content-type": "application/json" });
    response.end(typeof answer === "string" ? answer : JSON.stringify(answer));
  });
  for (const user of Object.keys(answers))
    await send(service.port, {
      path: "/v1/chat/completions",
      headers: { "api-key": service.token, "content-type": "application/json" },
      body: JSON.stringify({
        model: "house/m",
        user,
        temperature: user === "setting_out_of_bounds" ? 3 : 1,
        messages: [{ role: "user", content: "Hello" }],
      }),
    });
  const Errors = z.object({ items: z.array(z.looseObject({ kind: z.string(), errorType: z.string().optional() })) });
  const typesOf = ({ items }: z.infer<typeof Errors>) => items.flatMap(({ errorType }) => errorType ?? []);
  const seen = await eventually(
    async () => Errors.parse(await api.get("/issues?kind=error&limit=50")),
    (found) => typesOf(found).length >= Object.keys(answers).length,
  );
  expect(new Set(typesOf(seen))).toEqual(new Set(Object.keys(answers)));
});
