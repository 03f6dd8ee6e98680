import { setTimeout as sleep } from "node:timers/promises";
import { hostOf, type JudgeModel } from "../../checks/judges/judge.ts";
import type { JudgeCallOutcome, JudgeGate } from "../../checks/ports/judges.ts";
import type { CallModel, ModelCall, ModelReply } from "../../checks/ports/model-calls.ts";
import { costOf, listPrices, priceOf } from "../../datapoints/pricing/prices.ts";
import type { ProjectId } from "../../platform/ids.ts";
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
  readonly judges: Pick<JudgeGate, "enter">;
  readonly now: () => number;
  /** From 0 to 1. */
  readonly random?: () => number;
  readonly firstWaitMs?: number;
}

/** Of a judge that may not be called just now, nothing was tried. */
type Made = ModelReply & { readonly isUntried?: boolean };

const failuresAtMost = 5;
/** Being told to come back later is no failure, but nobody waits for ever. */
const waitedAtMostMs = 15 * 60_000;
const longestWaitMs = 60_000;
const callsAtOnce = 64;

/**
 * A provider that says it is too much (429) is left alone for as long as it wishes, by all calls of the project to that
 * host, and gets fewer of them at a time afterwards. Other passing failures are tried five times with doubling waits.
 */
export function createAsk({ call, judges, now, random = Math.random, firstWaitMs = 500 }: Needs): Ask {
  const gates = new Map<string, Gate>();
  return async (asking, signal) => {
    const gate = gateOf(asking);
    const until = now() + waitedAtMostMs;
    for (let attempts = 1, failures = 0; ; attempts++) {
      const { reply, startedAt, durationMs } = await once(asking, gate, signal);
      if (reply.kind === "answered" || !reply.isPassing) return { reply, attempts, startedAt, durationMs };
      const isTooMuch = reply.status === 429 || reply.isUntried === true;
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
      const reply = await made(words, judge, signal);
      if (reply.kind === "answered") gate.worked();
      return { reply, startedAt, durationMs: Math.round(performance.now() - from) };
    } finally {
      gate.leave();
    }
  }

  /** A judge model is called through the gate of all judges, whatever it is asked. */
  async function made(words: ModelCall, judge: JudgeModel | undefined, signal: AbortSignal): Promise<Made> {
    if (!judge) return call(words, signal);
    const entry = await judges.enter(judge, 0, signal);
    signal.throwIfAborted();
    if (entry.kind === "later")
      return { kind: "failed", message: entry.because, isPassing: true, retryAfterMs: entry.afterMs, isUntried: true };
    if (entry.kind === "spent")
      return { kind: "failed", message: entry.because, code: "insufficient_quota", isPassing: false };
    const price = judge.price ?? priceOf(words.place.model, listPrices);
    let outcome: JudgeCallOutcome = { kind: "abandoned" };
    try {
      const reply = await call({ ...words, timeoutMs: Math.min(words.timeoutMs, judge.timeoutMs) }, signal);
      outcome = outcomeOf(reply, price);
      return reply;
    } finally {
      await entry.leave(outcome);
    }
  }

  function gateOf({ project, at: { place, judge } }: Asking): Gate {
    const key = `${project} ${hostOf(place.upstream.baseUrl)} ${judge?.id ?? ""}`;
    const known = gates.get(key) ?? createGate(now, judge?.concurrency ?? callsAtOnce);
    gates.set(key, known);
    return known;
  }
}

/** A refused request says that the endpoint is there; a refused key, that it is of no use. */
function outcomeOf(reply: ModelReply, price: ReturnType<typeof priceOf>): JudgeCallOutcome {
  if (reply.kind === "failed")
    return reply.isPassing || isRefusedKey(reply.status)
      ? { kind: "failed", because: reply.message }
      : { kind: "worked" };
  const usd = costOf(reply.usage, price)?.usd;
  return { kind: "worked", ...(usd === undefined ? {} : { usd }) };
}

const isRefusedKey = (status: number | undefined) => status !== undefined && [401, 402, 403, 404].includes(status);
