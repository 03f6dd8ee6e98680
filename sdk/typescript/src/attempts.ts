import type { BroughtVerdict, TryResult } from "../../../packages/api-client/src/api.ts";
import type { ApiClient } from "../../../packages/api-client/src/client.ts";
import type { Json } from "../../../packages/api-client/src/json.ts";
import { maxConcurrency } from "./command.ts";
import { batchSizeOf, type OwnModel } from "./definition.ts";
import { verdictOf } from "./local-check.ts";
import { endSession, resultsOf, type Try } from "./outcome.ts";
import { createResultSender } from "./result-sender.ts";
import type { LocalCheck, RunTestOptions } from "./types.ts";

interface Work {
  readonly model: OwnModel;
  readonly checks: readonly LocalCheck[];
  readonly concurrency: number;
  readonly onProgress: RunTestOptions["onProgress"];
  /** Called with the number of new results. */
  readonly onResults?: (more: number) => void;
}

interface Outcome {
  readonly item: TryResult;
  readonly one: Try | undefined;
}

/** Of one request. */
const mostLeased = 1000;
const leaseSeconds = 60;
/** A model may take longer than its lease, so the lease is renewed well before it expires. */
const renewEveryMs = 20_000;
const firstPollMs = 50;
const longestPollMs = 1000;

/**
 * Makes the attempts of a run until none is left, several concurrently. Attempts are leased ahead of their turn, and
 * results that come while others are sent go together: after a crash, only attempts without a sent result are repeated.
 */
export async function makeAttempts(
  api: Pick<ApiClient, "send">,
  runId: string,
  { model, checks, concurrency: wanted, onProgress, onResults }: Work,
): Promise<void> {
  const path = { id: runId };
  const concurrency = Math.min(wanted, maxConcurrency());
  const size = batchSizeOf(model);
  /** Leased attempts that have no stored result, among them those of the queue. */
  const held = new Set<Try>();
  const queue: Try[] = [];
  const sessions = new Set<string>();
  let [running, open, pollMs] = [0, 1, firstPollMs];
  let [isLeasing, isResting] = [false, false];
  const failures: { readonly thrown: unknown }[] = [];
  let changed = (): void => undefined;
  let rest: ReturnType<typeof setTimeout> | undefined;
  const sendResults = createResultSender<Outcome>(store, fail);
  const renewing = setInterval(() => void renew(), renewEveryMs);
  renewing.unref();
  try {
    while (open > 0 && failures.length === 0) {
      const change = new Promise<void>((resolve) => (changed = resolve));
      for (; running < concurrency && queue.length > 0; running++) void make(queue.splice(0, size));
      if (queue.length < concurrency * size && !isLeasing && !isResting) void lease();
      await change;
    }
    const [failure] = failures;
    if (failure) throw failure.thrown;
  } finally {
    clearInterval(renewing);
    clearTimeout(rest);
    await Promise.all(Array.from(sessions, (session) => endSession(model, session)));
  }

  async function lease(): Promise<void> {
    isLeasing = true;
    try {
      const body = { count: Math.min(concurrency * size, mostLeased), seconds: leaseSeconds };
      const leases = await api.send("POST /test-runs/{id}/leases", { path, body });
      open = leases.open;
      for (const one of leases.items) held.add(one);
      queue.push(...leases.items);
      if (leases.items.length > 0) pollMs = firstPollMs;
      else restFor(pollMs);
    } catch (thrown) {
      fail(thrown);
    }
    isLeasing = false;
    changed();
  }

  /** Others hold the open attempts: their leases may expire, or the simulated user may write. */
  function restFor(ms: number): void {
    isResting = true;
    rest = setTimeout(wake, ms);
    pollMs = Math.min(pollMs * 2, longestPollMs);
  }

  function wake(): void {
    clearTimeout(rest);
    isResting = false;
    changed();
  }

  function fail(thrown: unknown): void {
    failures.push({ thrown });
    changed();
  }

  async function make(attempts: readonly Try[]): Promise<void> {
    const startedAt = new Date().toISOString();
    const from = performance.now();
    try {
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
      sendResults(items.map((item, index) => ({ item, one: attempts[index] })));
    } catch (thrown) {
      fail(thrown);
    }
    running--;
    changed();
  }

  async function store(outcomes: readonly Outcome[]): Promise<void> {
    await api.send("POST /test-runs/{id}/results", { path, body: { items: outcomes.map(({ item }) => item) } });
    for (const { one } of outcomes) if (one) held.delete(one);
    onResults?.(outcomes.length);
    if (onProgress) {
      const { progress } = await api.send("GET /test-runs/{id}", { path });
      onProgress({ done: progress.done, total: progress.done + progress.leased + progress.waiting });
    }
    // The run may have ended, or a conversation has its next turn.
    if (held.size === 0 || outcomes.some(({ one }) => one?.messages)) wake();
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
    const items = [...held].map(({ rowId, repeat }) => ({ rowId, repeat }));
    if (items.length === 0) return;
    // A failed renewal is repeated at the next interval; if an attempt is made twice, its first result counts.
    await api
      .send("POST /test-runs/{id}/leases/renew", { path, body: { items, seconds: leaseSeconds } })
      .catch(() => undefined);
  }
}
