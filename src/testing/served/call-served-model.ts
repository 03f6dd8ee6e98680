import { setTimeout as sleep } from "node:timers/promises";
import type { CallModel, JudgeCallOutcome, JudgeGate, JudgeModel, ModelCall, ModelReply } from "../../checks/index.ts";
import { costOf, listPrices, priceOf } from "../../datapoints/index.ts";
import type { ProjectId } from "../../platform/ids.ts";
import { hostOf } from "../../providers/service.ts";
import type { ModelLocationResult } from "./find-model-location.ts";
import { createGate, type Gate } from "./gates.ts";

export interface ServedModelCall extends Omit<ModelCall, "location"> {
  readonly project: ProjectId;
  readonly at: Extract<ModelLocationResult, { kind: "found" }>;
}

export interface ServedModelReply {
  readonly reply: ModelReply;
  readonly attempts: number;
  /** Start of the last attempt, without waits; Unix milliseconds. */
  readonly startedAt: number;
  readonly durationMs: number;
}

/** Calls a model and retries where that may help. Rejects only if the signal is aborted. */
export type CallServedModel = (modelCall: ServedModelCall, signal: AbortSignal) => Promise<ServedModelReply>;

interface CallServedModelDependencies {
  readonly call: CallModel;
  readonly judges: Pick<JudgeGate, "enter">;
  readonly now: () => number;
  readonly random?: () => number;
  readonly firstWaitMs?: number;
}

/** `isUntried`: the judge could not be called now, so no attempt was made. */
type Made = ModelReply & { readonly isUntried?: boolean };

const failuresAtMost = 5;
/** A request to wait isn't a failure, but waiting is bounded. */
const waitedAtMostMs = 15 * 60_000;
const longestWaitMs = 60_000;
const callsAtOnce = 64;

/**
 * On rate limiting (429), all calls of the project to that host pause as long as the provider requests, and
 * continue with lower concurrency. Other transient failures are attempted five times with doubling waits.
 */
export function createCallServedModel({
  call,
  judges,
  now,
  random = Math.random,
  firstWaitMs = 500,
}: CallServedModelDependencies): CallServedModel {
  const gates = new Map<string, Gate>();
  return async (modelCall, signal) => {
    const gate = gateOf(modelCall);
    const until = now() + waitedAtMostMs;
    for (let attempts = 1, failures = 0; ; attempts++) {
      const { reply, startedAt, durationMs } = await once(modelCall, gate, signal);
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

  async function once({ at: { location, judge }, ...modelCall }: ServedModelCall, gate: Gate, signal: AbortSignal) {
    await gate.enter(signal);
    const startedAt = now();
    const from = performance.now();
    try {
      const { messages, tools, params, timeoutMs } = modelCall;
      const words = { location, messages, params, timeoutMs, ...(tools === undefined ? {} : { tools }) };
      const reply = await made(words, judge, signal);
      if (reply.kind === "answered") gate.worked();
      return { reply, startedAt, durationMs: Math.round(performance.now() - from) };
    } finally {
      gate.leave();
    }
  }

  /** Calls judge models through the gate that all their callers share. */
  async function made(words: ModelCall, judge: JudgeModel | undefined, signal: AbortSignal): Promise<Made> {
    if (!judge) return call(words, signal);
    const entry = await judges.enter(judge, 0, signal);
    signal.throwIfAborted();
    if (entry.kind === "later")
      return { kind: "failed", message: entry.reason, isPassing: true, retryAfterMs: entry.afterMs, isUntried: true };
    if (entry.kind === "spent")
      return { kind: "failed", message: entry.reason, code: "insufficient_quota", isPassing: false };
    const price = judge.price ?? priceOf(words.location.model, listPrices);
    let outcome: JudgeCallOutcome = { kind: "abandoned" };
    try {
      const reply = await call({ ...words, timeoutMs: Math.min(words.timeoutMs, judge.timeoutMs) }, signal);
      outcome = outcomeOf(reply, price);
      return reply;
    } finally {
      await entry.leave(outcome);
    }
  }

  function gateOf({ project, at: { location, judge } }: ServedModelCall): Gate {
    const key = `${project} ${hostOf(location.upstream.baseUrl)} ${judge?.id ?? ""}`;
    const known = gates.get(key) ?? createGate(now, judge?.concurrency ?? callsAtOnce);
    gates.set(key, known);
    return known;
  }
}

/** A refused request shows that the endpoint works; a refused key shows that it is unusable. */
function outcomeOf(reply: ModelReply, price: ReturnType<typeof priceOf>): JudgeCallOutcome {
  if (reply.kind === "failed")
    return reply.isPassing || isRefusedKey(reply.status)
      ? { kind: "failed", reason: reply.message }
      : { kind: "worked" };
  const usd = costOf(reply.usage, price)?.usd;
  return { kind: "worked", ...(usd === undefined ? {} : { usd }) };
}

const isRefusedKey = (status: number | undefined) => status !== undefined && [401, 402, 403, 404].includes(status);
