import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { NewFeedback } from "../../src/datapoints/contract/feedback.ts";
import { feedbackRecord } from "../../src/datapoints/feedback/feedback-record.ts";
import { createFeedbackReader } from "../../src/datapoints/readers/feedback.ts";
import { asProjectId, globalProject, type ProjectId } from "../../src/platform/ids.ts";
import { storedTrace, storeTraces } from "../support/data/stored-trace.ts";
import { openTestStorage, type TestStorage } from "../support/engines/clickhouse.ts";

const elsewhere = asProjectId("elsewhere");
const dayMs = 86_400_000;
let storage: TestStorage;
beforeAll(async () => {
  storage = await openTestStorage();
});
afterAll(() => storage[Symbol.asyncDispose]());

const picture = (mark: string) => ({
  sha256: mark.repeat(64),
  mediaType: "image/png",
  bytes: new Uint8Array([1, 2, 3]),
});

/** Returns a trace whose call contains these images. */
function showing(marks: readonly string[], receivedAt = Date.now()) {
  const parts = marks.map((mark) => {
    const { sha256, mediaType, bytes } = picture(mark);
    return { type: "image" as const, sha256, mediaType, bytes: bytes.length };
  });
  return { ...storedTrace({ input: [{ role: "user", parts }] }, { receivedAt }), media: marks.map(picture) };
}
const seen = async (mark: string, project: ProjectId = globalProject) =>
  (await storage.media.medium(project, mark.repeat(64))) !== undefined;
const idOf = (trace: ReturnType<typeof storedTrace>) => {
  const [datapoint] = trace.datapoints;
  if (!datapoint) throw new Error("no datapoint");
  return datapoint.datapoint;
};

describe("a deleted datapoint", () => {
  test("takes its media along, unless another one shows them too", async () => {
    const first = showing(["a", "b"]);
    const second = showing(["b", "c"]);
    await storeTraces(storage.writer, [first, second]);
    const { id, traceId } = idOf(first);
    expect(await storage.eraser.traceOf(globalProject, id)).toBe(traceId);
    const erased = await storage.eraser.erase(globalProject, { kind: "datapoint", id, traceId });
    expect(erased).toMatchObject({ counts: { datapoints: 1, spans: 1, media: 1 }, datapoints: [id] });
    expect([await seen("a"), await seen("b"), await seen("c")]).toEqual([false, true, true]);
    expect(await storage.datapoints.get(globalProject, id)).toBeUndefined();
    const other = idOf(second);
    const rest = await storage.eraser.erase(globalProject, { kind: "traces", traceIds: [other.traceId] });
    expect(rest.counts).toMatchObject({ datapoints: 1, media: 2 });
    expect([await seen("b"), await seen("c")]).toEqual([false, false]);
  });

  test("takes feedback along that named only its response", async () => {
    const responseId = "chatcmpl-erased";
    const trace = storedTrace({ responseId });
    const given = NewFeedback.parse({ responseId, rating: "down", comment: "My name is Ada" });
    const feedback = ["chatcmpl-erased", "chatcmpl-other"].map((id) => ({
      record: feedbackRecord(given, { responseId: id }, Date.now()),
      source: "api" as const,
      receivedAt: Date.now(),
      reason: "",
    }));
    await storeTraces(storage.writer, [trace, { ...trace, spans: [], datapoints: [], logs: feedback }]);
    const reader = createFeedbackReader({ clickhouse: storage.clickhouse });
    const { id, traceId, startedAt } = idOf(trace);
    const on = (response: string) =>
      reader.feedbackOn(globalProject, { id, traceId, startedAt, responseId: response }).then((all) => all.length);
    expect([await on(responseId), await on("chatcmpl-other")]).toEqual([1, 1]);
    await storage.eraser.erase(globalProject, { kind: "datapoint", id, traceId });
    expect([await on(responseId), await on("chatcmpl-other")]).toEqual([0, 1]);
  });

  test("deleted again is nothing, and in another project it is not found", async () => {
    const trace = showing(["d"]);
    await storeTraces(storage.writer, [trace]);
    const { id, traceId } = idOf(trace);
    const none = await storage.eraser.erase(elsewhere, { kind: "datapoint", id, traceId });
    expect(none).toMatchObject({ counts: { datapoints: 0, spans: 0 }, datapoints: [], issues: [] });
    expect([await seen("d"), (await storage.datapoints.get(globalProject, id))?.datapoint.id]).toEqual([true, id]);
    await storage.eraser.erase(globalProject, { kind: "datapoint", id, traceId });
    const again = await storage.eraser.erase(globalProject, { kind: "datapoint", id, traceId });
    expect(again).toMatchObject({ counts: { datapoints: 0, spans: 0 }, datapoints: [] });
  });
});

test("a project's retention deletes older data with everything attached, and nothing of another project", async () => {
  const now = Date.now();
  const old = showing(["e"], now - 40 * dayMs);
  const recent = showing(["f"], now - 20 * dayMs);
  await storeTraces(storage.writer, [old, recent]);
  await storage.eraser.expire(elsewhere, now);
  expect([await seen("e"), await seen("f")]).toEqual([true, true]);
  await storage.eraser.expire(globalProject, now - 30 * dayMs);
  expect([await seen("e"), await seen("f")]).toEqual([false, true]);
  expect(await storage.datapoints.get(globalProject, idOf(old).id)).toBeUndefined();
  expect(await storage.traces.trace(globalProject, idOf(old).traceId)).toBeUndefined();
  const left = await storage.datapoints.get(globalProject, idOf(recent).id);
  expect([left?.datapoint.id, left?.verdicts.length]).toEqual([idOf(recent).id, 2]);
});

describe("the batches of a trace", () => {
  const summed = async (project: ProjectId, traceId: string) =>
    (await storage.traces.summaries([{ projectId: project, traceId }])).size > 0;

  test("are deleted with the trace, and with the project, and stay while other rows of the trace do", async () => {
    const [one, other] = [storedTrace(), storedTrace()];
    await storeTraces(storage.writer, [one, other]);
    const ids = [idOf(one), idOf(other)];
    await storage.eraser.erase(globalProject, { kind: "datapoint", id: ids[0]!.id, traceId: ids[0]!.traceId });
    expect(await summed(globalProject, ids[0]!.traceId)).toBe(true);
    await storage.eraser.erase(globalProject, { kind: "traces", traceIds: [ids[0]!.traceId] });
    expect([await summed(globalProject, ids[0]!.traceId), await summed(globalProject, ids[1]!.traceId)]).toEqual([
      false,
      true,
    ]);
    await storeTraces(storage.writer, [{ ...other, projectId: elsewhere }]);
    await storage.eraser.erase(elsewhere, { kind: "project", before: Date.now() });
    expect([await summed(elsewhere, ids[1]!.traceId), await summed(globalProject, ids[1]!.traceId)]).toEqual([
      false,
      true,
    ]);
  });
});
