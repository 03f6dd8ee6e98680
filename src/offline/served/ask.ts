import { setTimeout as sleep } from "node:timers/promises";
import type { ProjectId } from "../../domain/ids.ts";
import { dayOf, hostOf, type JudgeModel } from "../../domain/judge.ts";
import { costOf, listPrices, priceOf } from "../../domain/prices.ts";
import type { SpendStore } from "../../ports/judges.ts";
import type { CallModel, ModelCall, ModelReply } from "../../ports/model-calls.ts";
import { createGate, type Gate } from "./gates.ts";
import type { FoundPlace } from "./places.ts";

export interface Asking extends Omit<ModelCall, "place"> {
  readonly project: ProjectId;
  readonly at: Extract<FoundPlace, { kind: "found" }>;
}

/** Of the last attempt. */
export interface AskReply {
  readonly reply: ModelReply;
  readonly attempts: number;
  /** Of the last attempt, without the waiting. Unix milliseconds. */
  readonly startedAt: number;
  readonly durationMs: number;
}

/** A model call that is made again where that may help. Rejects only when the signal is aborted. */
export type Ask = (asking: Asking, signal: AbortSignal) => Promise<AskReply>;

interface Needs {
  readonly call: CallModel;
  readonly spend: Pick<SpendStore, "reserve" | "settle">;
  readonly now: () => number;
  /** From 0 to 1. */
  readonly random?: () => number;
  readonly firstWaitMs?: number;
}

const failuresAtMost = 5;
/** Being told to come back later is no failure, but nobody waits for ever. */
const waitedAtMostMs = 15 * 60_000;
const longestWaitMs = 60_000;
const callsAtOnce = 64;

/**
 * A provider that says it is too much (429) is left alone for as long as it wishes, by all calls of the project to that
 * host, and gets fewer of them at a time afterwards. Other passing failures are tried five times with doubling waits.
 */
export function createAsk({ call, spend, now, random = Math.random, firstWaitMs = 500 }: Needs): Ask {
  const gates = new Map<string, Gate>();
  return async (asking, signal) => {
    const gate = gateOf(asking);
    const until = now() + waitedAtMostMs;
    for (let attempts = 1, failures = 0; ; attempts++) {
      const { reply, startedAt, durationMs } = await once(asking, gate, signal);
      if (reply.kind === "answered" || !reply.isPassing) return { reply, attempts, startedAt, durationMs };
      const isTooMuch = reply.status === 429;
      if (!isTooMuch) failures++;
      const doubled = Math.min(longestWaitMs, firstWaitMs * 2 ** (attempts - 1)) * (0.5 + random() / 2);
      const waitMs = reply.retryAfterMs ?? doubled;
      if (failures >= failuresAtMost || now() + waitMs > until) return { reply, attempts, startedAt, durationMs };
      if (isTooMuch) gate.slowDown(waitMs);
      else await sleep(waitMs, undefined, { signal });
    }
  };

  async function once({ at: { place, judge }, ...asking }: Asking, gate: Gate, signal: AbortSignal) {
    await gate.enter(signal);
    const startedAt = now();
    const from = performance.now();
    try {
      const { messages, tools, params, timeoutMs } = asking;
      const words = { place, messages, params, timeoutMs, ...(tools === undefined ? {} : { tools }) };
      const reply = await paid(words, judge, signal);
      if (reply.kind === "answered") gate.worked();
      return { reply, startedAt, durationMs: Math.round(performance.now() - from) };
    } finally {
      gate.leave();
    }
  }

  /** A judge model's ceilings count for whatever it is asked. */
  async function paid(words: ModelCall, judge: JudgeModel | undefined, signal: AbortSignal): Promise<ModelReply> {
    if (!judge) return call(words, signal);
    const day = dayOf(now());
    if (!(await spend.reserve(judge, day, 0))) {
      const message = `the day's ceiling of ${judge.name} is reached ($${judge.dailyUsd}, ${judge.dailyCalls} calls)`;
      return { kind: "failed", message, code: "insufficient_quota", isPassing: false };
    }
    const price = judge.price ?? priceOf(words.place.model, listPrices);
    let usd = 0;
    try {
      const reply = await call({ ...words, timeoutMs: Math.min(words.timeoutMs, judge.timeoutMs) }, signal);
      if (reply.kind === "answered") usd = costOf(reply.usage, price)?.usd ?? 0;
      return reply;
    } finally {
      await spend.settle(judge, day, 0, usd);
    }
  }

  function gateOf({ project, at: { place, judge } }: Asking): Gate {
    const key = `${project} ${hostOf(place.upstream.baseUrl)} ${judge?.id ?? ""}`;
    const known = gates.get(key) ?? createGate(now, judge?.concurrency ?? callsAtOnce);
    gates.set(key, known);
    return known;
  }
}
