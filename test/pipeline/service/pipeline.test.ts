import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { encodeTraces } from "../../../src/otlp/encode.ts";
import { chatSpan, withPrompt } from "../../lab/spans.ts";
import { temporaryFolder } from "../../support/service/folder.ts";
import { type Service, startService } from "../../support/service/service.ts";
import { apiOf, eventually } from "../../support/service/service-api.ts";

const folder = temporaryFolder();
let service: Service;
beforeAll(async () => {
  service = await startService({ folder: folder.path });
});
afterAll(async () => {
  await service.kill("SIGTERM");
  folder[Symbol.dispose]();
});

const Issues = z.object({
  items: z.array(
    z.looseObject({
      id: z.string(),
      title: z.string(),
      check: z.string().optional(),
      monitorName: z.string().optional(),
      occurrences: z.number(),
      usersAffected: z.number(),
      explanation: z.string(),
      sampleDatapointId: z.string(),
      state: z.string(),
      regressed: z.boolean(),
    }),
  ),
});
const issuesOf = async (monitorName: string) =>
  Issues.parse(await apiOf(service).get("/issues")).items.filter((issue) => issue.monitorName === monitorName);

const base = Date.now() - 5000;
const call = (number: number, prompt: string, answer: string) =>
  withPrompt(chatSpan({ run: 7, number, startMs: base + number, answer }), prompt);
const refused = call(1, "Please refund my order 1042.", "I'm sorry, but I can't help with refunds.");
const completed = call(2, "Please refund my order 1043.", "Done: the refund of order 1043 is on its way to your card.");
const unrelated = call(3, "Write a poem about my cat.", "I'm sorry, but I can't write poems.");

async function send(spans: Parameters<typeof encodeTraces>[0], headers: Record<string, string> = {}) {
  return fetch(`${service.url}/v1/traces`, {
    method: "POST",
    headers: { "content-type": "application/x-protobuf", "api-key": service.token, ...headers },
    body: encodeTraces(spans),
  });
}

test("a refused refund opens an issue that shows its explanation and dialog; an answered one does not", async () => {
  const api = apiOf(service);
  await api.post("/monitors", {
    name: "Refund policy",
    condition: "input:refund",
    checks: [{ check: "model_refusal", severity: "critical" }],
  });
  const response = await send([refused, completed, unrelated], { "x-gaffe-receipt": "wait" });
  expect(response.status).toBe(201);
  expect(await response.json()).toMatchObject({ summary: { datapoints_created: 3, spans_processed: 3 } });

  const [issue] = await eventually(
    () => issuesOf("Refund policy"),
    (seen) => seen.length > 0,
  );
  expect(issue).toMatchObject({ check: "model_refusal", occurrences: 1, state: "open", severity: "critical" });
  expect(issue?.explanation).not.toBe("");
  const datapoint = z
    .looseObject({ input: z.array(z.unknown()), output: z.array(z.unknown()), verdicts: z.array(z.looseObject({})) })
    .parse(await api.get(`/datapoints/${issue?.sampleDatapointId}`));
  expect(JSON.stringify(datapoint.input)).toContain("refund my order 1042");
  expect(JSON.stringify(datapoint.output)).toContain("can't help with refunds");
  expect(datapoint.verdicts).toContainEqual(expect.objectContaining({ check: "model_refusal", state: "failed" }));
});

test("sending the same again, as one body or in other batches, changes no count", async () => {
  const [before] = await issuesOf("Refund policy");
  await send([refused, completed, unrelated]);
  await send([refused]);
  await send([refused, completed], { "x-gaffe-receipt": "wait" });
  const [after] = await issuesOf("Refund policy");
  expect(after).toEqual(before);
  const list = z.object({ items: z.array(z.unknown()) }).parse(await apiOf(service).get("/datapoints"));
  expect(list.items).toHaveLength(3);
});

test("a resolved issue that recurs is open again and regressed", async () => {
  const [issue] = await issuesOf("Refund policy");
  await apiOf(service).patch(`/issues/${issue?.id}`, { state: "resolved" });
  const again = call(4, "Refund order 1044 please.", "I'm sorry, but I can't help with refunds.");
  const shift = BigInt(Date.now() + 50 - base - 4) * 1_000_000n;
  await send([{ ...again, startNs: again.startNs + shift, endNs: again.endNs + shift }], { "x-gaffe-receipt": "wait" });
  const [after] = await issuesOf("Refund policy");
  expect(after).toMatchObject({ state: "open", regressed: true, occurrences: 2 });
});

test("a span that comes after its trace was stored joins the call it belongs to", async () => {
  const inner = call(20, "What is the capital of France?", "Paris.");
  const outer = {
    ...inner,
    spanId: "aaaaaaaaaaaaaaaa",
    startNs: inner.startNs - 5_000_000n,
    endNs: inner.endNs + 5_000_000n,
  };
  await send([{ ...inner, parentSpanId: outer.spanId }], { "x-gaffe-receipt": "wait" });
  await send([outer], { "x-gaffe-receipt": "wait" });
  const Listed = z.object({ items: z.array(z.looseObject({ traceId: z.string() })) });
  const listed = Listed.parse(await apiOf(service).get("/datapoints?limit=100"));
  expect(listed.items.filter(({ traceId }) => traceId === inner.traceId)).toHaveLength(1);
});
