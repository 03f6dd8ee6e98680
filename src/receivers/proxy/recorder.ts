import { Worker } from "node:worker_threads";
import { Failure } from "../../lib/failure.ts";
import type { Admission } from "../../ports/admission.ts";
import type { Telemetry } from "../../telemetry/telemetry.ts";
import type { CallRecorder, FinishedCall } from "./call.ts";
import { bytesOf, type EncodedCalls, type Encoding, packCalls } from "./encode-calls.ts";

export interface RecorderNeeds {
  readonly admission: Admission;
  readonly telemetry: Telemetry;
  readonly now: () => number;
  /** Bytes of calls that are waiting to become durable; beyond, calls are lost and counted. */
  readonly maxQueueBytes?: number;
  /** How long calls are gathered before they are read together. */
  readonly gatherMs?: number;
}

type Loss = "queue_full" | "journal_full" | "journal_failed" | "unreadable" | "thread_failed" | "closed";

/**
 * Turns finished calls into OTLP on another thread and hands them to the admission. Nothing here is waited for by a
 * call: what cannot be kept is lost with a reason.
 */
export function createCallRecorder(needs: RecorderNeeds): CallRecorder {
  const { admission, telemetry, now, maxQueueBytes = 64 * 2 ** 20, gatherMs = 40 } = needs;
  let gathered: FinishedCall[] = [];
  let gatheredBytes = 0;
  let queuedBytes = 0;
  let timer: NodeJS.Timeout | undefined;
  let worker: Worker | undefined;
  /** Calls sent to the thread and not answered yet, oldest first. */
  let sent: { readonly calls: number; readonly bytes: number }[] = [];
  const admitting = new Set<Promise<void>>();
  let failing = false;
  let closed = false;
  let whenAnswered: (() => void) | undefined;
  return { record, canRecord, close };

  function record(call: FinishedCall): void {
    const bytes = bytesOf(call.request) + bytesOf(call.response) + 1_000;
    if (closed) return lose("closed", 1);
    if (queuedBytes + bytes > maxQueueBytes) return lose("queue_full", 1);
    queuedBytes += bytes;
    gatheredBytes += bytes;
    gathered.push(call);
    if (gathered.length >= 500 || gatheredBytes > 2 * 2 ** 20) flush();
    else timer ??= setTimeout(flush, gatherMs);
  }

  function canRecord(): boolean {
    return !failing && !closed && queuedBytes < maxQueueBytes * 0.9;
  }

  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    if (gathered.length === 0) return;
    const packed = packCalls(gathered);
    sent.push({ calls: gathered.length, bytes: gatheredBytes });
    gathered = [];
    gatheredBytes = 0;
    thread().postMessage(packed, [packed.bytes.buffer]);
  }

  function thread(): Worker {
    if (worker) return worker;
    const made = new Worker(new URL("./recording-thread.ts", import.meta.url), { name: "gaffe-recording" });
    made.unref();
    made.on("message", (encoding: Encoding) => answered(encoding));
    made.on("error", () => failed(made));
    made.on("exit", () => failed(made));
    worker = made;
    return made;
  }

  function answered({ batches, failures }: Encoding): void {
    const { bytes } = sent.shift() ?? { bytes: 0 };
    if (failures.length > 0) lose("unreadable", failures.length, failures[0]);
    const all = Promise.all(batches.map(admit)).then(() => {
      queuedBytes -= bytes;
      admitting.delete(all);
    });
    admitting.add(all);
    if (sent.length === 0) whenAnswered?.();
  }

  /** Full journals empty: tried again for a while, because the calls cannot be had again. */
  async function admit(encoded: EncodedCalls): Promise<void> {
    const calls = encoded.traceIds.length;
    for (let attempt = 1; ; attempt++) {
      try {
        await admission.admit({ source: "proxy", signal: "traces", receivedAt: now(), ...encoded });
        failing = false;
        return;
      } catch (thrown) {
        failing = true;
        const reason =
          thrown instanceof Failure && thrown.facts["reason"] === "journal_full" ? "journal_full" : "journal_failed";
        if (attempt === 5 || closed) return lose(reason, calls, thrown instanceof Error ? thrown.name : "unknown");
        await new Promise((resolve) => setTimeout(resolve, 100 * 2 ** attempt).unref());
      }
    }
  }

  /** The calls it was reading are gone; the next ones get a new thread. */
  function failed(which: Worker): void {
    if (worker !== which) return;
    worker = undefined;
    const gone = sent;
    sent = [];
    for (const { calls, bytes } of gone) {
      queuedBytes -= bytes;
      lose("thread_failed", calls);
    }
    whenAnswered?.();
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
    if (closed) return;
    flush();
    closed = true;
    if (sent.length > 0) {
      worker?.ref();
      await new Promise<void>((resolve) => (whenAnswered = resolve));
    }
    await Promise.all(admitting);
    const last = worker;
    worker = undefined;
    await last?.terminate();
  }
}
