import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import type { AttributeValue, Span } from "../../../src/otlp/span.ts";
import { chatSpan } from "../../lab/spans.ts";
import { openMcp } from "../../support/clients/mcp.ts";
import { batchesOf } from "../../support/data/captures.ts";
import { answerTo, openFakeJudge, plainDecide, read } from "../../support/providers/fake-judge.ts";
import { openFakeProvider } from "../../support/providers/fake-provider.ts";
import { send } from "../../support/providers/proxy.ts";
import { temporaryFolder } from "../../support/service/folder.ts";
import { type Service, startService } from "../../support/service/service.ts";
import { apiOf, eventually, storeSpans } from "../../support/service/service-api.ts";

const folder = temporaryFolder();
let provider: Awaited<ReturnType<typeof openFakeProvider>>;
let judge: Awaited<ReturnType<typeof openFakeJudge>>;
let service: Service;
beforeAll(async () => {
  [provider, judge] = await Promise.all([openFakeProvider(), openFakeJudge()]);
  service = await startService({ folder: folder.path });
  await apiOf(service).post("/upstreams", { id: "house", baseUrl: provider.url });
});
afterAll(async () => {
  await service.kill("SIGTERM");
  await Promise.all([provider[Symbol.asyncDispose](), judge[Symbol.asyncDispose]()]);
  folder[Symbol.dispose]();
});

const Listed = z.object({ items: z.array(z.looseObject({ id: z.string(), traceId: z.string() })) });
const Part = z.looseObject({ type: z.string(), text: z.string().optional() });
const Shown = z.looseObject({
  id: z.string(),
  verdicts: z.array(z.looseObject({ check: z.string(), state: z.string(), reason: z.string().optional() })),
  dialogHistory: z
    .object({
      heldBy: z.string(),
      turns: z.array(
        z.object({
          datapointId: z.string(),
          startedAt: z.string(),
          messages: z.array(z.looseObject({ role: z.string(), parts: z.array(Part) })),
        }),
      ),
      missingResponseId: z.string().optional(),
      isCut: z.boolean().optional(),
    })
    .optional(),
});
type Shown = z.infer<typeof Shown>;

async function datapointOf(traceId: unknown): Promise<Shown> {
  const api = apiOf(service);
  const { items } = await eventually(
    async () => Listed.parse(await api.get(`/datapoints?q=${encodeURIComponent(`trace:${String(traceId)}`)}`)),
    (seen) => seen.items.length > 0,
  );
  return Shown.parse(await api.get(`/datapoints/${items[0]?.id}`));
}

/** Returns the turns before a call as `role: text` lines. */
const linesOf = ({ dialogHistory }: Shown) =>
  dialogHistory?.turns.map(({ messages }) =>
    messages.map(
      ({ role, parts }) => `${role}: ${parts.map(({ type, text }) => (type === "text" ? text : type)).join(" ")}`,
    ),
  );

/** Sends a request of the Responses API through the proxy, and returns its trace. */
async function respond(id: string, output: readonly object[], request: object): Promise<unknown> {
  provider.answerWith((_, response) =>
    response
      .writeHead(200, { "content-type": "application/json" })
      .end(JSON.stringify({ id, object: "response", status: "completed", model: "gpt-5", output })),
  );
  const answer = await send(service.port, {
    path: "/v1/responses",
    headers: { "api-key": service.token, "content-type": "application/json", authorization: "Bearer sk-test" },
    body: Buffer.from(JSON.stringify({ model: "house/gpt-5", ...request })),
  });
  expect(answer.status).toBe(200);
  return answer.headers["x-gaffe-trace-id"];
}

const reply = (text: string) => ({
  type: "message",
  role: "assistant",
  content: [{ type: "output_text", text }],
});
const calls = (id: string, name: string) => ({ type: "function_call", call_id: id, name, arguments: "{}" });

test("three calls chained by previous_response_id through the proxy show the whole dialog, everywhere", async () => {
  const api = apiOf(service);
  await api.post("/monitors", {
    name: "Linked results",
    condition: "model:gpt-5",
    checks: [{ check: "tool_result_linkage" }, { check: "self_repetition_across_turns", options: { max: 0.1 } }],
  });
  const repeated = "Your parcel left the depot this morning at nine and is due at your door before six today.";
  const first = await respond("resp_a1", [reply(repeated)], {
    instructions: "Be brief.",
    input: "Where is my parcel?",
  });
  await datapointOf(first);
  const second = await respond("resp_a2", [calls("c1", "get_order")], {
    instructions: "Be brief.",
    input: "And order 7?",
    previous_response_id: "resp_a1",
  });
  await datapointOf(second);
  const third = await respond("resp_a3", [reply(repeated)], {
    input: [{ type: "function_call_output", call_id: "c1", output: "late" }],
    previous_response_id: "resp_a2",
  });
  const shown = await datapointOf(third);
  expect(linesOf(shown)).toEqual([
    ["user: Where is my parcel?", `assistant: ${repeated}`],
    ["user: And order 7?", "assistant: tool_call"],
  ]);
  expect(shown.dialogHistory).not.toHaveProperty("missingResponseId");
  expect(shown.dialogHistory?.heldBy).toBe("provider");
  // Checks see it: the tool result answers a call of an earlier request, and the answer repeats an earlier one.
  expect(shown.verdicts).toContainEqual(expect.objectContaining({ check: "tool_result_linkage", state: "passed" }));
  expect(shown.verdicts).toContainEqual(
    expect.objectContaining({ check: "self_repetition_across_turns", state: "failed" }),
  );
  // The first call of a chain has no history.
  expect((await datapointOf(first)).dialogHistory).toBeUndefined();

  const issues = await eventually(
    async () => (await api.get("/issues?q=check:self_repetition_across_turns")) as { items: { number: number }[] },
    ({ items }) => items.length > 0,
  );
  const number = issues.items[0]?.number;
  const markdown = await fetch(`${service.url}/api/v1/issues/${number}?as=markdown`, {
    headers: { "api-key": service.token },
  });
  expect(await markdown.text()).toContain("Where is my parcel?");
  await using mcp = await openMcp(service.url, { "api-key": service.token });
  expect((await mcp.call("get_datapoint", { id: shown.id })).text).toContain("Where is my parcel?");
});

const contradicts = "contradiction_across_turns";

test("a judge reads the messages that the provider held", async () => {
  const api = apiOf(service);
  judge.behave((question) => answerTo(question, plainDecide));
  await api.post("/judges", { name: "Mini", baseUrl: judge.url, model: "gpt-4.1-mini", key: "sk-judge" });
  const first = await respond("resp_j1", [reply("Delivery is free.")], { input: "What does delivery cost?" });
  await datapointOf(first);
  await datapointOf(
    await respond("resp_j2", [reply("It costs 9 euro.")], { input: "Really?", previous_response_id: "resp_j1" }),
  );
  const before = judge.questions.length;
  await api.post("/monitors", { name: "Judged", condition: "model:gpt-5", checks: [{ check: contradicts }] });
  const third = await datapointOf(
    await respond("resp_j3", [reply("As before.")], { input: "Sure?", previous_response_id: "resp_j2" }),
  );
  await eventually(
    async () => Shown.parse(await api.get(`/datapoints/${third.id}`)),
    ({ verdicts }) => verdicts.some(({ check, state }) => check === contradicts && state === "passed"),
  );
  const texts = judge.questions.slice(before).map(({ question }) => [...read(question).blocks.values()].join());
  expect(texts.some((text) => text.includes("What does delivery cost?") && text.includes("Delivery is free."))).toBe(
    true,
  );
});

test("a response that is not stored is named, and checks that would miss it are skipped", async () => {
  const shown = await datapointOf(
    await respond("resp_b2", [reply("Done.")], {
      input: [{ type: "function_call_output", call_id: "c9", output: "ok" }],
      previous_response_id: "resp_elsewhere",
    }),
  );
  expect(shown.dialogHistory).toEqual({ heldBy: "provider", turns: [], missingResponseId: "resp_elsewhere" });
  expect(shown.verdicts.find(({ check }) => check === "tool_result_linkage")).toMatchObject({
    state: "skipped",
    reason: "the provider holds earlier messages that are not stored",
  });
});

test("calls of a conversation that the provider holds follow each other, next to a session of the application", async () => {
  const conversation = { id: "conv_68a1b2c3d4" };
  await datapointOf(await respond("resp_c1", [reply("Hello!")], { input: "Hi", conversation }));
  await datapointOf(await respond("resp_c0", [reply("Hello?")], { input: "Hi", conversation: "conv_another1" }));
  const shown = await datapointOf(await respond("resp_c2", [reply("Bye!")], { input: "Bye", conversation }));
  expect(linesOf(shown)).toEqual([["user: Hi", "assistant: Hello!"]]);
});

const dialogs = join(import.meta.dirname, "../../fixtures/dialogs");
const recorded = {
  file: "openinference-responses.json.gz",
  path: "/v1/traces",
  contentType: "application/json",
  contentEncoding: "gzip",
};

/** The real export of OpenInference for the Responses API, as a call that continues another response. */
function captured(number: number, responseId: string, previous?: string): Span {
  const spans = batchesOf({ files: [recorded] }, dialogs).flatMap((batch) => batch.spans);
  const span = spans.find(({ name }) => name === "OpenAI Responses");
  if (!span) throw new Error("there is no capture of the Responses API");
  const attributes = new Map<string, AttributeValue>();
  for (const [key, value] of span.attributes) if (!key.startsWith("llm.input_messages.")) attributes.set(key, value);
  attributes.set("llm.input_messages.0.message.role", "user");
  attributes.set("llm.input_messages.0.message.content", `Question ${number}`);
  const textOf = (key: string) => z.string().parse(attributes.get(key));
  const given = JSON.parse(textOf("llm.invocation_parameters")) as object;
  attributes.set("llm.invocation_parameters", JSON.stringify({ ...given, previous_response_id: previous }));
  attributes.set("input.value", JSON.stringify({ ...given, input: `Question ${number}` }));
  const answer = JSON.parse(textOf("output.value")) as object;
  attributes.set("output.value", JSON.stringify({ ...answer, id: responseId, previous_response_id: previous ?? null }));
  const startNs = BigInt(Date.now() - 60_000 + number * 1000) * 1_000_000n;
  const { parentSpanId: _, ...rest } = span;
  return {
    ...rest,
    attributes,
    traceId: `dd${number.toString(16).padStart(30, "0")}`,
    spanId: `ee${number.toString(16).padStart(14, "0")}`,
    startNs,
    endNs: startNs + 500_000_000n,
  };
}

test("OTLP: calls that arrive after their followers complete the dialog", async () => {
  const [one, two, three] = [
    captured(1, "resp_o1"),
    captured(2, "resp_o2", "resp_o1"),
    captured(3, "resp_o3", "resp_o2"),
  ];
  await storeSpans(service, [three]);
  expect((await datapointOf(three.traceId)).dialogHistory).toMatchObject({ turns: [], missingResponseId: "resp_o2" });
  await storeSpans(service, [two]);
  expect((await datapointOf(three.traceId)).dialogHistory).toMatchObject({ missingResponseId: "resp_o1" });
  await storeSpans(service, [one]);
  const shown = await datapointOf(three.traceId);
  expect(linesOf(shown)?.map(([first]) => first)).toEqual(["user: Question 1", "user: Question 2"]);
  expect(shown.dialogHistory).not.toHaveProperty("missingResponseId");
});

test("two responses that name each other end, and a response of another project is not followed", async () => {
  await storeSpans(service, [captured(11, "resp_x1", "resp_x2"), captured(12, "resp_x2", "resp_x1")]);
  const shown = await datapointOf(captured(12, "").traceId);
  expect(linesOf(shown)?.map(([first]) => first)).toEqual(["user: Question 11"]);

  const api = apiOf(service);
  const other = z.looseObject({ id: z.string() }).parse(await api.post("/projects", { name: "Other" }));
  const token = z
    .looseObject({ secret: z.string() })
    .parse(await api.post("/tokens", { name: "Other", projectId: other.id, scopes: ["ingest", "read"] })).secret;
  await storeSpans({ url: service.url, token }, [captured(21, "resp_p1")]);
  await storeSpans(service, [captured(22, "resp_p2", "resp_p1")]);
  expect((await datapointOf(captured(22, "").traceId)).dialogHistory).toMatchObject({
    turns: [],
    missingResponseId: "resp_p1",
  });
});

test("a conversation id alone shows the calls before, but only where the request does not repeat them", async () => {
  const call = (number: number, changes: Readonly<Record<string, AttributeValue>>) => {
    const span = chatSpan({ run: 77, number, startMs: Date.now() - 50_000 + number * 1000 });
    const attributes = new Map([
      ...span.attributes,
      ["gen_ai.conversation.id", "support-551"] as const,
      ...Object.entries(changes),
    ]);
    return { ...span, attributes };
  };
  const message = (role: string, content: string) => ({ role, parts: [{ type: "text", content }] });
  const first = call(1, { "gen_ai.input.messages": JSON.stringify([message("user", "My bike is broken")]) });
  const next = call(2, { "gen_ai.input.messages": JSON.stringify([message("user", "It is red")]) });
  const whole = call(3, {
    "gen_ai.input.messages": JSON.stringify([
      message("user", "Hi"),
      message("assistant", "Yes?"),
      message("user", "Hm"),
    ]),
  });
  await storeSpans(service, [first, next, whole]);
  const shown = await datapointOf(next.traceId);
  expect(shown.dialogHistory?.heldBy).toBe("application");
  expect(linesOf(shown)?.map(([line]) => line)).toEqual(["user: My bike is broken"]);
  expect((await datapointOf(whole.traceId)).dialogHistory).toBeUndefined();
});
