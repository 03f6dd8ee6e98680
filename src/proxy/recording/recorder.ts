import { setTimeout as sleep } from "node:timers/promises";
import type { Admission } from "../../otlp/index.ts";
import { isOverQuota } from "../../otlp/service.ts";
import { Failure } from "../../platform/failure.ts";
import { freeMemory } from "../../platform/files/free-memory.ts";
import type { ProjectId } from "../../platform/ids.ts";
import { createSlots } from "../../platform/scheduling/slots.ts";
import type { Telemetry } from "../../platform/telemetry/telemetry.ts";
import { lostThreadOf } from "../../platform/threads/lost-thread.ts";
import { createThreadPool } from "../../platform/threads/thread-pool.ts";
import type { CallRecorder, FinishedCall } from "../call.ts";
import { bytesOf, type EncodedCalls, type Encoding, packCalls } from "./encode-calls.ts";
import { createRawBatch } from "./raw-batch.ts";
import { type RecordingTask, recordingThread } from "./recording-tasks.ts";

export interface RecorderDependencies {
  readonly admission: Admission;
  readonly telemetry: Telemetry;
  readonly now: () => number;
  /** Max bytes of calls that are not yet durable; beyond, calls are lost and counted. */
  readonly maxQueueBytes?: number;
  /** How long calls are gathered before they are processed together. */
  readonly gatherMs?: number;
  /** Delay after the journal refuses for the first time; it doubles up to three seconds. */
  readonly retryMs?: number;
}

export const lossReasons = [
  "queue_full",
  "journal_full",
  "journal_failed",
  "over_quota",
  "unreadable",
  "thread_failed",
  "closed",
] as const;
type Loss = (typeof lossReasons)[number];

/**
 * Turns finished calls into OTLP and admits them. Most are admitted unread and are read when their trace is
 * assembled; calls that must be read before anything is durable are read on another thread. Calls never wait for
 * it: what cannot be recorded is lost with a reason.
 */
export function createCallRecorder(dependencies: RecorderDependencies): CallRecorder {
  const { admission, telemetry, now, maxQueueBytes = 64 * 2 ** 20, gatherMs = 40, retryMs = 200 } = dependencies;
  const reader = createThreadPool({
    script: recordingThread,
    size: 1,
    start: "when-needed",
    onLost: () => undefined,
  });
  let raw = new Map<ProjectId, ReturnType<typeof createRawBatch>>();
  let toRead: FinishedCall[] = [];
  let gathered = { calls: 0, bytes: 0, toReadBytes: 0 };
  /** Memory of finished batches for reuse: allocating a megabyte each time triggers the garbage collector. */
  const spare: Buffer<ArrayBuffer>[] = [];
  let queuedBytes = 0;
  let timer: NodeJS.Timeout | undefined;
  const underWay = createSlots<Promise<void>>();
  /** Batches that the journal refused and that are retried. */
  const waiting = new Set<EncodedCalls>();
  /** When a project over its quota is tried again; Unix milliseconds. */
  const overQuota = new Map<ProjectId, number>();
  const closing = new AbortController();
  return { record, canRecord, secondsUntilQuota, close };

  function record(call: FinishedCall): void {
    const bytes = bytesOf(call.request) + bytesOf(call.response) + 1_000;
    if (closing.signal.aborted) return lose("closed", 1);
    if (queuedBytes + bytes > maxQueueBytes) return lose("queue_full", 1);
    queuedBytes += bytes;
    gathered.calls++;
    gathered.bytes += bytes;
    if (!rawOf(call.projectId).add(call)) {
      gathered.toReadBytes += bytes;
      toRead.push(call);
    }
    if (gathered.calls >= 500 || gathered.bytes > 2 * 2 ** 20) flush();
    else timer ??= setTimeout(flush, gatherMs);
  }

  function rawOf(project: ProjectId): ReturnType<typeof createRawBatch> {
    const known = raw.get(project);
    if (known) return known;
    const made = createRawBatch(project, spare.pop() ?? Buffer.allocUnsafeSlow(firstBytes));
    raw.set(project, made);
    return made;
  }

  function secondsUntilQuota(project: ProjectId): number | undefined {
    const leftMs = (overQuota.get(project) ?? 0) - now();
    return leftMs > 0 ? Math.ceil(leftMs / 1000) : undefined;
  }

  function canRecord(project: ProjectId): boolean {
    if (secondsUntilQuota(project) !== undefined) return false;
    return waiting.size === 0 && !closing.signal.aborted && queuedBytes < maxQueueBytes * 0.9;
  }

  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    const { bytes, toReadBytes } = gathered;
    gathered = { calls: 0, bytes: 0, toReadBytes: 0 };
    const batches = [...raw.values()].filter((batch) => !batch.isEmpty()).map((batch) => batch.take());
    raw = new Map();
    if (batches.length > 0) follow(Promise.all(batches.map(admitRaw)), bytes - toReadBytes);
    if (toRead.length > 0) follow(readAndAdmit(toRead), toReadBytes);
    toRead = [];
  }

  function follow(work: Promise<unknown>, bytes: number): void {
    const slot: number = underWay.add(
      work.then(() => {
        queuedBytes -= bytes;
        void underWay.take(slot);
      }),
    );
  }

  async function readAndAdmit(calls: readonly FinishedCall[]): Promise<void> {
    const packed = packCalls(calls);
    try {
      const task: RecordingTask = { kind: "calls", packed };
      const { batches, failures } = (await reader.run(task, { transfer: [packed.bytes.buffer] })) as Encoding;
      if (failures.length > 0) lose("unreadable", failures.length, failures[0]);
      await Promise.all(batches.map(admit));
      for (const { bytes } of batches) freeMemory(bytes);
    } catch (thrown) {
      const at = Number.parseInt(lostThreadOf(thrown)?.at.item ?? "", 10);
      if (!Number.isInteger(at)) {
        lose("thread_failed", calls.length, thrown instanceof Error ? thrown.name : "unknown");
        return;
      }
      // The call that ended the thread is lost, not the others that were read with it.
      lose("unreadable", 1, "Stalled");
      if (calls.length > 1) await readAndAdmit(calls.toSpliced(at, 1));
    }
  }

  async function admitRaw({
    memory,
    ...encoded
  }: ReturnType<ReturnType<typeof createRawBatch>["take"]>): Promise<void> {
    await admit(encoded);
    if (spare.length < mostSpare && memory.length <= mostSpareBytes) spare.push(memory);
  }

  /**
   * Retries until the journal accepts the batch: a full or failing journal recovers, and the calls cannot be
   * received again. The queue limit bounds the batches waiting. A batch that is refused for another reason is given
   * up.
   */
  async function admit(encoded: EncodedCalls): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      // The admission keeps the memory that it receives, even when it refuses the batch.
      const bytes = encoded.bytes.slice();
      try {
        await admission.admit({ source: "proxy", signal: "traces", receivedAt: now(), ...encoded, bytes });
        waiting.delete(encoded);
        overQuota.delete(encoded.projectId);
        return;
      } catch (thrown) {
        if (isOverQuota(thrown)) return refuse(encoded, Number(thrown.facts["retryAfterSeconds"]));
        const passes = thrown instanceof Failure && thrown.blame === "dependency";
        if (closing.signal.aborted || (!passes && attempt === 5)) return giveUp(encoded, thrown);
        waiting.add(encoded);
      } finally {
        freeMemory(bytes);
      }
      const waitMs = Math.min(retryMs * 2 ** (attempt - 1), 3_000);
      await sleep(waitMs, undefined, { signal: closing.signal }).catch(() => undefined);
    }
  }

  /** Calls of a project over its quota must not take queue space from the calls of others. */
  function refuse(encoded: EncodedCalls, seconds: number): void {
    const { projectId, traceIds } = encoded;
    waiting.delete(encoded);
    overQuota.set(projectId, now() + seconds * 1000);
    lose("over_quota", traceIds.length);
  }

  function giveUp(encoded: EncodedCalls, thrown: unknown): void {
    waiting.delete(encoded);
    const isFull = thrown instanceof Failure && thrown.facts["reason"] === "journal_full";
    const error = thrown instanceof Error ? thrown.name : "unknown";
    lose(isFull ? "journal_full" : "journal_failed", encoded.traceIds.length, error);
  }

  function lose(reason: Loss, count: number, error?: string): void {
    telemetry.emit({
      kind: "proxy-calls-lost",
      level: "error",
      count,
      labels: { reason },
      message: "proxy calls were answered but not recorded",
      ...(error === undefined ? {} : { facts: { error } }),
    });
  }

  async function close(): Promise<void> {
    if (closing.signal.aborted) return;
    flush();
    closing.abort();
    await Promise.all(underWay.all());
    await reader.close();
  }
}

/** Initial memory of a batch, and number of buffers to reuse: one is filled while one or two are in transit. */
const firstBytes = 65_536;
const mostSpare = 3;
const mostSpareBytes = 2 ** 22;
