import { expect, test } from "vitest";
import { decodeTraces } from "../../../src/otlp/decode.ts";
import type { Batch } from "../../../src/otlp/ports/admission.ts";
import { Failure } from "../../../src/platform/failure.ts";
import { asProjectId } from "../../../src/platform/ids.ts";
import { createTelemetry } from "../../../src/platform/telemetry/telemetry.ts";
import { createCallRecorder } from "../../../src/proxy/recording/recorder.ts";
import { finishedCallOf } from "../../support/data/finished-call.ts";
import { until } from "../../support/providers/proxy.ts";
import { wire } from "../../support/providers/wire.ts";

const call = finishedCallOf(wire("chat")[0]!);

function setUp(admit: (batch: Batch) => void = () => undefined, maxQueueBytes = 1_000_000) {
  const batches: Batch[] = [];
  const telemetry = createTelemetry({ level: "silent" });
  const admission = {
    admit: async (batch: Batch) => {
      admit(batch);
      batches.push({ ...batch, bytes: batch.bytes.slice() });
      return { repeated: false, settled: () => Promise.reject(new Error("not requested")) };
    },
  };
  const recorder = createCallRecorder({ admission, telemetry, now: () => 7, maxQueueBytes, retryMs: 1 });
  const lost = async (reason: string) =>
    (await telemetry.metrics.getMetricsAsJSON()).flatMap(({ values }) =>
      values.flatMap(({ labels, value }) => (labels["reason"] === reason ? value : [])),
    )[0] ?? 0;
  return { recorder, batches, lost };
}

test("every call recorded before close is admitted, as spans of the proxy", async () => {
  const { recorder, batches } = setUp();
  for (let index = 0; index < 300; index++) recorder.record({ ...call, spanId: index.toString(16).padStart(16, "0") });
  await recorder.close();
  expect(
    batches.every(({ source, signal, receivedAt }) => source === "proxy" && signal === "traces" && receivedAt === 7),
  ).toBe(true);
  expect(batches.flatMap(({ bytes }) => decodeTraces(bytes)).length).toBe(300);
  expect(batches.flatMap(({ traceIds }) => traceIds).length).toBe(300);
});

test("a full journal, for any time, loses nothing; strict callers are refused until it accepts calls again", async () => {
  let refusals = 0;
  let full = true;
  const { recorder, batches, lost } = setUp(() => {
    refusals++;
    if (full) throw new Failure("dependency", "full", { reason: "journal_full" });
  });
  recorder.record(call);
  await until(() => refusals > 7);
  expect(recorder.canRecord(call.projectId)).toBe(false);
  full = false;
  await until(() => batches.length === 1);
  expect([recorder.canRecord(call.projectId), await lost("journal_full")]).toEqual([true, 0]);
  await recorder.close();
});

test("a batch is whole at the second try, though the memory of the first was given away", async () => {
  let attempts = 0;
  const { recorder, batches } = setUp(({ bytes }) => {
    if (++attempts > 1) return;
    structuredClone(bytes, { transfer: [bytes.buffer as ArrayBuffer] });
    throw new Failure("dependency", "full", { reason: "journal_full" });
  });
  recorder.record(call);
  await until(() => batches.length === 1);
  expect(decodeTraces(batches[0]!.bytes)).toHaveLength(1);
  await recorder.close();
});

test("a project over its quota loses records with that reason, and refuses only its own strict callers", async () => {
  const { recorder, batches, lost } = setUp(({ projectId }) => {
    if (projectId === call.projectId)
      throw new Failure("caller", "too much", { reason: "over_quota", retryAfterSeconds: 3 });
  });
  const other = { ...call, projectId: asProjectId("other") };
  recorder.record(call);
  await expect.poll(() => lost("over_quota")).toBe(1);
  expect([recorder.canRecord(call.projectId), recorder.canRecord(other.projectId)]).toEqual([false, true]);
  recorder.record(other);
  await until(() => batches.length === 1);
  await recorder.close();
});

test("a batch that is refused on its own merits is given up, and does not refuse strict callers", async () => {
  const { recorder, lost } = setUp(() => {
    throw new Error("a defect");
  });
  recorder.record(call);
  await expect.poll(() => lost("journal_failed")).toBe(1);
  expect(recorder.canRecord(call.projectId)).toBe(true);
  await recorder.close();
});

test("what does not fit the queue is counted, and so is what the journal never took", async () => {
  const { recorder, batches, lost } = setUp(() => {
    throw new Failure("dependency", "broken", { reason: "journal_failed" });
  }, 10_000);
  const big = { ...call, response: { chunks: [Buffer.alloc(9_000)], lost: 0 } };
  recorder.record(call);
  recorder.record(big);
  recorder.record(big);
  expect(await lost("queue_full")).toBe(2);
  await recorder.close();
  expect(await lost("journal_failed")).toBe(1);
  recorder.record(call);
  expect(await lost("closed")).toBe(1);
  expect(batches).toEqual([]);
});
