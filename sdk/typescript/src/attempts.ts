import type { BroughtVerdict, TryResult } from "../../../packages/api-client/src/api.ts";
import type { ApiClient } from "../../../packages/api-client/src/client.ts";
import type { Json } from "../../../packages/api-client/src/json.ts";
import { batchSizeOf, type OwnModel } from "./definition.ts";
import { verdictOf } from "./local-check.ts";
import { endSession, resultsOf, type Try } from "./outcome.ts";
import type { LocalCheck, RunTestOptions } from "./types.ts";

interface Work {
  readonly model: OwnModel;
  readonly checks: readonly LocalCheck[];
  readonly concurrency: number;
  readonly onProgress: RunTestOptions["onProgress"];
  /** Called with the number of new results. */
  readonly onResults?: (more: number) => void;
}

const leaseSeconds = 60;
/** A model may take longer than its lease, so the lease is renewed well before it expires. */
const renewEveryMs = 20_000;
const longestPollMs = 1000;

/**
 * Makes the attempts of a run until none is left, several concurrently. Each result is sent immediately:
 * after a crash of either side only the attempts in progress are repeated.
 */
export async function makeAttempts(
  api: Pick<ApiClient, "send">,
  runId: string,
  { model, checks, concurrency, onProgress, onResults }: Work,
): Promise<void> {
  const path = { id: runId };
  const underWay = new Set<Try>();
  const sessions = new Set<string>();
  const renewing = setInterval(() => void renew(), renewEveryMs);
  renewing.unref();
  try {
    await Promise.all(Array.from({ length: concurrency }, work));
  } finally {
    clearInterval(renewing);
    await Promise.all(Array.from(sessions, (session) => endSession(model, session)));
  }

  async function work(): Promise<void> {
    for (let pollMs = 50; ; ) {
      const { items, open } = await api.send("POST /test-runs/{id}/leases", {
        path,
        body: { count: batchSizeOf(model), seconds: leaseSeconds },
      });
      if (items.length > 0) {
        await make(items);
        pollMs = 50;
        continue;
      }
      if (open === 0) return;
      // Others hold the open attempts: their leases may expire, or the simulated user may write.
      await new Promise((resolve) => setTimeout(resolve, pollMs));
      pollMs = Math.min(pollMs * 2, longestPollMs);
    }
  }

  async function make(attempts: readonly Try[]): Promise<void> {
    for (const one of attempts) underWay.add(one);
    const startedAt = new Date().toISOString();
    const from = performance.now();
    const results = await resultsOf(model, attempts);
    const durationMs = Math.round(performance.now() - from);
    for (const { sessionId } of results) if (sessionId !== undefined) sessions.add(sessionId);
    const items = await Promise.all(
      results.map(async (result, index) => ({
        ...result,
        startedAt,
        durationMs,
        verdicts: await verdictsOf(attempts[index], result),
      })),
    );
    await api.send("POST /test-runs/{id}/results", { path, body: { items } });
    for (const one of attempts) underWay.delete(one);
    onResults?.(attempts.length);
    if (!onProgress) return;
    const { progress } = await api.send("GET /test-runs/{id}", { path });
    onProgress({ done: progress.done, total: progress.done + progress.leased + progress.waiting });
  }

  async function verdictsOf(one: Try | undefined, answer: TryResult): Promise<BroughtVerdict[] | undefined> {
    if (!one || checks.length === 0 || answer.error !== undefined) return undefined;
    const subject = {
      modelOutput: answer.modelPrediction as Json,
      // In a conversation: the messages so far.
      modelInput: (answer.modelInput ?? one.messages ?? one.input) as Json,
      scenarioInput: one.input,
      scenarioResult: one.result,
      metadata: (answer.modelOutputMetadata ?? null) as Json,
    };
    return Promise.all(checks.map((check) => verdictOf(check, subject)));
  }

  async function renew(): Promise<void> {
    const items = [...underWay].map(({ rowId, repeat }) => ({ rowId, repeat }));
    if (items.length === 0) return;
    // A failed renewal is repeated at the next interval; if an attempt is made twice, its first result counts.
    await api
      .send("POST /test-runs/{id}/leases/renew", { path, body: { items, seconds: leaseSeconds } })
      .catch(() => undefined);
  }
}
