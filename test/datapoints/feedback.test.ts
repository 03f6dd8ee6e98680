import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { encodeLogs } from "../../src/otlp/encode.ts";
import type { AttributeValue, LogRecord } from "../../src/otlp/span.ts";
import { temporaryFolder } from "../support/service/folder.ts";
import { startService } from "../support/service/service.ts";
import { apiOf, eventually } from "../support/service/service-api.ts";

type Api = ReturnType<typeof apiOf>;
const folder = temporaryFolder();
let service: Awaited<ReturnType<typeof startService>>;
let api: Api;

beforeAll(async () => {
  service = await startService({ folder: folder.path });
  api = apiOf(service);
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  folder[Symbol.dispose]();
});

interface Call {
  readonly id: string;
  readonly traceId: string;
  readonly spanId: string;
}

async function record(...calls: readonly object[]): Promise<readonly Call[]> {
  const body = calls.map((call) => ({ input: "Where is my refund?", output: "I don't know.", ...call }));
  return ((await api.post("/datapoints", body)) as { items: readonly Call[] }).items;
}
const send = (body: object) => api.post("/feedback", body);
const found = async (q: string) =>
  (
    (await api.get(`/datapoints?${new URLSearchParams({ q }).toString()}`)) as { items: readonly { id: string }[] }
  ).items
    .map(({ id }) => id)
    .sort();
const feedbackOn = async ({ id }: Call) =>
  ((await api.get(`/datapoints/${id}`)) as { feedback: readonly Record<string, unknown>[] }).feedback;
const stored = (calls: readonly Call[], q: string) =>
  eventually(
    () => found(q),
    (ids) => ids.length === calls.length,
  );

describe("feedback on a call", () => {
  test("is sent by the id of its datapoint, shown there, and found by a search", async () => {
    const calls = await record({ tags: ["one"] }, { tags: ["one"] });
    const [rated, other] = calls as [Call, Call];
    await stored(calls, "tag:one");
    expect(await send({ datapointId: rated.id, rating: "down", comment: "Not an ANSWER", userId: "u1" })).toEqual({
      accepted: 1,
    });
    await eventually(
      () => found("tag:one feedback:down"),
      (ids) => ids.length === 1,
    );
    const shown = { name: "user_feedback", rating: "down", score: 0, label: "down", comment: "Not an ANSWER" };
    expect(await feedbackOn(rated)).toEqual([{ ...shown, userId: "u1", at: expect.any(String) }]);
    expect(await feedbackOn(other)).toEqual([]);
    expect(await found("tag:one feedback.comment:answer has:feedback")).toEqual([rated.id]);
    expect(await found("tag:one -has:feedback")).toEqual([other.id]);
  });

  test("of the same user and name replaces the earlier one, also when it is sent twice or taken back", async () => {
    const calls = await record({ tags: ["again"] });
    await stored(calls, "tag:again");
    const [call] = calls as [Call];
    const { traceId, spanId } = call;
    const of = { traceId, spanId };
    await send({ ...of, rating: "up", userId: "u1", at: "2026-01-01T10:00:00Z" });
    await send({ ...of, rating: "down", userId: "u1", at: "2026-01-01T10:01:00Z" });
    await send({ ...of, rating: "down", userId: "u1", at: "2026-01-01T10:01:00Z" });
    await send({ ...of, name: "relevance", score: 0.3, label: "off_topic" });
    await send({ ...of, rating: "up", userId: "u2" });
    await eventually(
      () => feedbackOn(call),
      (all) => all.length === 3,
    );
    expect(await feedbackOn(call)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ userId: "u1", rating: "down", at: "2026-01-01T10:01:00.000Z" }),
        expect.objectContaining({ name: "relevance", rating: "down", score: 0.3, label: "off_topic" }),
        expect.objectContaining({ userId: "u2", rating: "up" }),
      ]),
    );
    expect(await found("tag:again feedback.score.relevance:<0.5 feedback.label.relevance:OFF_*")).toEqual([call.id]);
    await send({ ...of, userId: "u2", removed: true });
    await eventually(
      () => found("tag:again feedback:up"),
      (ids) => ids.length === 0,
    );
  });

  test("that names only the provider's response finds its call, even if it came first", async () => {
    await send({ responseId: "chatcmpl-early", rating: "up" });
    const calls = await record({ responseId: "chatcmpl-early", tags: ["response"] });
    await stored(calls, "tag:response feedback:up");
    await send({ responseId: "chatcmpl-early", rating: "down", name: "tone" });
    await stored(calls, "tag:response feedback:up feedback.score.tone:0");
    expect((await feedbackOn(calls[0] as Call)).map(({ name }) => name)).toEqual(["tone", "user_feedback"]);
  });

  test("on a trace counts for each of its calls", async () => {
    const traceId = "7".repeat(32);
    const calls = await record({ traceId, tags: ["trace"] }, { traceId, tags: ["trace"] });
    await send({ traceId, rating: "down", comment: "The agent gave up" });
    await stored(calls, "tag:trace feedback:down");
    expect(await feedbackOn(calls[1] as Call)).toEqual([
      expect.objectContaining({ isOfTrace: true, comment: "The agent gave up" }),
    ]);
  });

  test("arrives as OpenTelemetry's event for evaluation results, before or after its span", async () => {
    const [traceId, spanId] = ["8".repeat(32), "8".repeat(16)];
    const attributes: readonly (readonly [string, AttributeValue])[] = [
      ["gen_ai.evaluation.name", "Relevance"],
      ["gen_ai.evaluation.score.value", 4],
      ["gen_ai.evaluation.score.label", "relevant"],
      ["gen_ai.evaluation.explanation", "It answers the question"],
    ];
    const event: LogRecord = {
      traceId,
      spanId,
      timeNs: BigInt(Date.now()) * 1_000_000n,
      observedNs: 0n,
      severityNumber: 9,
      eventName: "gen_ai.evaluation.result",
      attributes: new Map(attributes),
      scope: { name: "evaluator", version: "", attributes: new Map() },
      resource: new Map(),
    };
    const response = await fetch(`${service.url}/otlp/v1/logs`, {
      method: "POST",
      headers: { "content-type": "application/x-protobuf", "api-key": service.token },
      body: encodeLogs([event]),
    });
    expect(response.status).toBe(200);
    const calls = await record({ traceId, spanId, tags: ["otel"] });
    await stored(calls, "tag:otel feedback:up");
    const given = { name: "Relevance", rating: "up", score: 4, label: "relevant", comment: "It answers the question" };
    expect(await feedbackOn(calls[0] as Call)).toEqual([{ ...given, at: expect.any(String) }]);
  });

  test.each([
    [{ rating: "up" }, "give one of datapointId, traceId and responseId"],
    [{ responseId: "a", traceId: "1".repeat(32), rating: "up" }, "give one of datapointId, traceId and responseId"],
    [{ responseId: "a" }, "give a rating, a score, a label or a comment; or removed alone"],
    [{ responseId: "a", rating: "up", score: 1 }, "give either a rating, or a score and a label"],
    [{ spanId: "1".repeat(16), responseId: "a", rating: "up" }, "a spanId needs its traceId"],
  ])("%j is refused", async (body, message) => {
    await expect(send(body)).rejects.toThrow(message);
  });

  test("on a datapoint that isn't stored is not found", async () => {
    await expect(send({ datapointId: "nowhere", rating: "up" })).rejects.toThrow("404");
  });

  test("cannot be a monitor's condition, which is decided before", async () => {
    const monitor = { name: "Unhappy", condition: "feedback:down", checks: [{ check: "model_refusal" }] };
    await expect(api.post("/monitors", monitor)).rejects.toThrow("feedback is known only after the call was stored");
  });
});
