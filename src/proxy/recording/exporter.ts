import { rejectedIn } from "../../otlp/service.ts";
import { messageOf } from "../../platform/failure.ts";
import type { ProjectId } from "../../platform/ids.ts";
import type { Telemetry } from "../../platform/telemetry/telemetry.ts";
import { createThreadPool } from "../../platform/threads/thread-pool.ts";
import type { Entry, Journal, WriteBatchStore } from "../../storage/index.ts";
import { type RecordingTask, recordingThread } from "./recording-tasks.ts";

export interface ExporterDependencies {
  readonly journal: Journal;
  readonly writeBatches: WriteBatchStore;
  /** The project of every recorded call. */
  readonly projectId: ProjectId;
  /** The OTLP/HTTP traces endpoint, including the path. */
  readonly endpoint: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly exportTimeoutMs: number;
  readonly telemetry: Telemetry;
}

type Sent =
  | { readonly kind: "taken"; readonly rejected: number }
  | { readonly kind: "refused" | "later" | "misled"; readonly reason: string; readonly afterMs?: number };

/**
 * Sends the entries of a journal to an OTLP/HTTP endpoint, oldest first. Entries that the endpoint cannot take now
 * stay in the journal, across restarts; permanently refused ones go to the dead-letter queue. Each entry is
 * delivered at least once.
 */
export function createExporter(dependencies: ExporterDependencies) {
  const { journal, writeBatches, projectId, endpoint, headers, exportTimeoutMs, telemetry } = dependencies;
  const reader = createThreadPool({
    script: recordingThread,
    size: 1,
    start: "when-needed",
    onLost: () => undefined,
  });
  let stopped = false;
  let wake: (() => void) | undefined;
  let waitMs = 0;
  const ended = run();
  return {
    /** Makes one last attempt to send the remaining entries, then stops. */
    async stop(): Promise<void> {
      stopped = true;
      wake?.();
      await ended;
      await reader.close();
    },
  };

  async function run(): Promise<void> {
    for (;;) {
      const last = stopped;
      const { isFound, isMoved } = await handOldest();
      if (isMoved) continue;
      if (last) return;
      await pause(isFound ? waitMs : 100);
    }
  }

  /** The journal may fail while its disk does: the entry is then sent again later. */
  async function handOldest(): Promise<{ readonly isFound: boolean; readonly isMoved: boolean }> {
    try {
      const [head] = journal.heads(projectId, 0, 1);
      const entry = head && journal.read(head.seq);
      return { isFound: head !== undefined, isMoved: entry !== undefined && (await hand(entry)) };
    } catch (thrown) {
      waitMs = pauseAfter(waitMs);
      emit("later", `the journal does not answer: ${messageOf(thrown)}`, 0);
      return { isFound: true, isMoved: false };
    }
  }

  /** Returns true when the entry has left the journal. */
  async function hand(raw: Entry): Promise<boolean> {
    const { entry, sent } = await read(raw);
    if (sent.kind === "later" || sent.kind === "misled") {
      waitMs = sent.afterMs ?? pauseAfter(waitMs);
      emit(sent.kind, sent.reason, entry.traceIds.length);
      return false;
    }
    waitMs = 0;
    if (sent.kind === "taken" && sent.rejected > 0) emit("rejected", "the OTLP endpoint rejected some", sent.rejected);
    const { seq, traceIds } = entry;
    if (sent.kind === "refused") emit("refused", sent.reason, traceIds.length);
    const items = [...traceIds.keys()];
    const dead =
      sent.kind === "refused" ? [{ seq, items, traceId: traceIds[0] ?? "", reason: sent.reason }] : undefined;
    await writeBatches.complete({ id: `export-${seq}`, members: [{ seq, items }] }, dead);
    return true;
  }

  async function read(entry: Entry): Promise<{ readonly entry: Entry; readonly sent: Sent }> {
    try {
      const task: RecordingTask = { kind: "raw", bytes: entry.bytes };
      const bytes = (await reader.run(task)) as Uint8Array;
      return { entry: { ...entry, bytes }, sent: await send(bytes) };
    } catch (thrown) {
      return { entry, sent: { kind: "refused", reason: `a call could not be read: ${messageOf(thrown)}` } };
    }
  }

  async function send(bytes: Uint8Array): Promise<Sent> {
    try {
      const response = await fetch(endpoint, {
        method: "POST",
        headers: { ...headers, "content-type": "application/x-protobuf" },
        body: Buffer.from(bytes),
        redirect: "error",
        signal: AbortSignal.timeout(exportTimeoutMs),
      });
      const body = new Uint8Array(await response.arrayBuffer());
      if (response.ok) return { kind: "taken", rejected: rejectedIn(body) };
      const reason = `the OTLP endpoint answered ${response.status}`;
      if (misled.has(response.status)) {
        return { kind: "misled", reason: `${reason}: are OTEL_EXPORTER_OTLP_ENDPOINT and its HEADERS right?` };
      }
      // OTLP 1.11, "retryable response codes".
      if (![408, 429, 502, 503, 504].includes(response.status)) return { kind: "refused", reason };
      const seconds = Number(response.headers.get("retry-after"));
      return { kind: "later", reason, ...(seconds > 0 ? { afterMs: Math.min(seconds, 60) * 1_000 } : {}) };
    } catch (thrown) {
      return { kind: "later", reason: causeOf(thrown) };
    }
  }

  function emit(outcome: keyof typeof outcomes, reason: string, count: number): void {
    telemetry.emit({
      kind: "proxy-exports-failed",
      level: outcome === "later" ? "warn" : "error",
      count,
      labels: { outcome },
      message: outcomes[outcome],
      facts: { reason },
    });
  }

  function pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}

const outcomes = {
  later: "spans wait in the journal",
  misled: "spans wait in the journal until the endpoint or its credentials are set right",
  refused: "spans were refused and moved to the dead-letter queue",
  rejected: "spans were rejected by the endpoint and are lost",
} as const;

const pauseAfter = (pauseMs: number) => Math.min(Math.max(pauseMs * 2, 200), 30_000);

/** A wrong address or credential is no fault of the spans: they wait until it is fixed. */
const misled: ReadonlySet<number> = new Set([401, 403, 404, 405]);

/** `fetch failed` alone does not name the cause. */
function causeOf(thrown: unknown): string {
  const cause = thrown instanceof Error && thrown.cause instanceof Error ? thrown.cause : undefined;
  if (!cause) return messageOf(thrown);
  return `${messageOf(thrown)}: ${cause.message || ((cause as NodeJS.ErrnoException).code ?? cause.name)}`;
}
