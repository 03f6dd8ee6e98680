import { Agent, request } from "undici";
import { dayOf, type JudgeKind, type JudgeModel } from "../domain/judge.ts";
import type { Meter } from "../domain/verdict.ts";
import type { AddressGuard } from "../lib/address.ts";
import { messageOf } from "../lib/failure.ts";
import { AddressRefused, guardedConnector } from "../lib/guarded-connector.ts";
import { parseJson } from "../lib/json.ts";
import type { JudgeState, JudgeStore, SpendStore } from "../ports/judges.ts";
import { type Breaker, createBreaker } from "./breaker.ts";
import { BudgetSpent, type Complete, NoAnswer, RequestRefused } from "./complete.ts";
import { expectedPrice, payerOf, priceFor } from "./price.ts";
import type { Question } from "./prompt.ts";
import { anthropicWire } from "./wire/anthropic.ts";
import type { Completion, Tokens, Wire, WireRequest } from "./wire/completion.ts";
import { embeddingWires } from "./wire/embeddings.ts";
import { geminiWire } from "./wire/gemini.ts";
import { openaiWire } from "./wire/openai.ts";

const wires: Readonly<Record<JudgeKind, Wire>> = { openai: openaiWire, anthropic: anthropicWire, gemini: geminiWire };

interface Needs {
  readonly judges: Pick<JudgeStore, "key">;
  readonly spend: SpendStore;
  readonly guard: AddressGuard;
  /** Unix milliseconds. */
  readonly now: () => number;
}

/** What one call cost; told to whoever shares it out among verdicts. */
export interface CallCost {
  readonly tokens: Tokens;
  /** Absent: the price is not known. */
  readonly usd?: number;
}

export interface WayOut extends AsyncDisposable {
  /** `told` hears what every call cost, also that of an answer nobody could use. */
  complete(told: (cost: CallCost) => void): Complete;
  stateOf(judge: JudgeModel): JudgeState;
}

const answerBytes = 1_000_000;

/**
 * The one way from here to a judge's endpoint: guarded where it connects, within the day's ceilings, the judge's rate
 * and number of calls at once, and behind a breaker per endpoint. No redirects; answers are bounded.
 */
export function createWayOut({ judges, spend, guard, now }: Needs): WayOut {
  const dispatcher = new Agent({ connect: guardedConnector(guard, 5_000), pipelining: 1, keepAliveTimeout: 4_000 });
  const breakers = new Map<string, Breaker>();
  const lanes = new Map<string, Lane>();
  return {
    complete,
    stateOf: (judge) => breakerFor(judge).state(),
    [Symbol.asyncDispose]: () => dispatcher.destroy(),
  };

  function complete(told: (cost: CallCost) => void): Complete {
    return async (model, question, signal) => {
      const breaker = breakerFor(model);
      const lane = laneFor(model);
      await lane.enter(model, signal);
      try {
        if (!breaker.admits()) throw new NoAnswer(paused(breaker.state()), { afterMs: 5_000, isUntried: true });
        const asked = { model, question, signal, told };
        return await paid(asked, breaker);
      } finally {
        lane.leave();
      }
    };
  }

  async function paid({ model, question, signal, told }: Asked, breaker: Breaker): Promise<Completion> {
    const day = dayOf(now());
    const payer = payerOf(model, question);
    const reserved = expectedPrice(payer, question);
    if (!(await spend.reserve(model, day, reserved ?? 0))) {
      breaker.abandoned();
      throw new BudgetSpent(
        `the day's ceiling of ${model.name} is reached ($${model.dailyUsd}, ${model.dailyCalls} calls)`,
      );
    }
    let cost: CallCost | undefined;
    try {
      const completion = await post(model, question, signal);
      const usd = priceFor(payer, completion.tokens);
      cost = { tokens: completion.tokens, ...(usd === undefined ? {} : { usd }) };
      told(cost);
      breaker.worked();
      return completion;
    } catch (thrown) {
      if (signal.aborted) breaker.abandoned();
      else if (thrown instanceof NoAnswer) breaker.failed(thrown.message);
      else breaker.worked();
      throw thrown;
    } finally {
      // A refused or unanswered call costs nothing that we know of.
      await spend.settle(model, day, reserved ?? 0, cost?.usd ?? 0);
    }
  }

  async function post(model: JudgeModel, question: Question, signal: AbortSignal): Promise<Completion> {
    const wire = question.embed ? embeddingWires[model.kind] : wires[model.kind];
    if (!wire) throw new RequestRefused(`${model.kind} gives no vectors of texts`);
    const { url, headers, body } = wire.request(model, await judges.key(model), question);
    const answer = await sent({ url, headers, body }, model.timeoutMs, signal);
    const { status, text, retryAfterMs } = answer;
    if (status === 429 || status === 408 || status >= 500)
      throw new NoAnswer(`the judge answered ${status}`, retryAfterMs === undefined ? {} : { afterMs: retryAfterMs });
    if (status === 401 || status === 403 || status === 402)
      throw new NoAnswer(`the judge refuses the key (${status})`, { afterMs: 60_000 });
    if (status === 404) throw new NoAnswer("the judge knows no such model or path (404)", { afterMs: 60_000 });
    if (status >= 300) throw new RequestRefused(`the judge refuses the request (${status}): ${errorIn(text)}`);
    const parsed = parseJson(text);
    const completion = parsed.ok ? wire.read(parsed.value) : undefined;
    if (!completion) throw new NoAnswer("the judge's endpoint answered something that is no answer of a model");
    return completion;
  }

  async function sent({ url, headers, body }: WireRequest, timeoutMs: number, stop: AbortSignal) {
    try {
      const answer = await request(url, {
        method: "POST",
        // Says that this call is a judge's own: through the proxy it is recorded, and never judged.
        headers: { ...headers, "content-type": "application/json", "x-gaffe-origin": "judge" },
        body: JSON.stringify(body),
        signal: AbortSignal.any([stop, AbortSignal.timeout(timeoutMs)]),
        dispatcher,
      });
      const after = Number([answer.headers["retry-after"]].flat()[0]);
      return {
        status: answer.statusCode,
        text: await bounded(answer.body),
        ...(Number.isFinite(after) ? { retryAfterMs: Math.min(after * 1000, 3_600_000) } : {}),
      };
    } catch (thrown) {
      if (thrown instanceof NoAnswer) throw thrown;
      if (stop.aborted) throw new NoAnswer("the service stops", { isUntried: true });
      throw new NoAnswer(whyUnanswered(thrown));
    }
  }

  function breakerFor({ baseUrl, projectId }: JudgeModel): Breaker {
    // Per project as well: one project's wrong key must not stop another's judge at the same address.
    const key = `${projectId} ${baseUrl}`;
    const known = breakers.get(key) ?? createBreaker(now);
    breakers.set(key, known);
    return known;
  }

  function laneFor({ id }: JudgeModel): Lane {
    const known = lanes.get(id) ?? createLane(now);
    lanes.set(id, known);
    return known;
  }
}

interface Asked {
  readonly model: JudgeModel;
  readonly question: Question;
  readonly signal: AbortSignal;
  readonly told: (cost: CallCost) => void;
}

interface Lane {
  enter(model: JudgeModel, signal: AbortSignal): Promise<void>;
  leave(): void;
}

/** So many calls at once, and so many a minute; who is too many a minute comes back later. */
function createLane(now: () => number): Lane {
  const waiting: (() => void)[] = [];
  let inside = 0;
  let minute = 0;
  let inMinute = 0;
  return {
    async enter({ concurrency, requestsPerMinute }, signal) {
      // Whoever leaves hands the place on, so that it is not free in between.
      if (inside < concurrency) inside++;
      else await new Promise<void>((resolve) => waiting.push(resolve));
      if (signal.aborted) {
        leave();
        throw new NoAnswer("the service stops", { isUntried: true });
      }
      const present = Math.floor(now() / 60_000);
      if (present !== minute) [minute, inMinute] = [present, 0];
      if (inMinute >= requestsPerMinute) {
        leave();
        throw new NoAnswer(`its rate of ${requestsPerMinute} calls a minute is reached`, {
          afterMs: (present + 1) * 60_000 - now(),
          isUntried: true,
        });
      }
      inMinute++;
    },
    leave,
  };

  function leave(): void {
    const next = waiting.shift();
    if (next) next();
    else inside--;
  }
}

/** What calls cost, shared evenly among the verdicts they gave; unknown where one of them is. */
export function meterOf(model: JudgeModel, costs: readonly CallCost[], among: number): Meter {
  const sum = (values: readonly (number | undefined)[]) => {
    const known = values.filter((value) => value !== undefined);
    return known.length < values.length || known.length === 0 ? undefined : known.reduce((a, b) => a + b, 0) / among;
  };
  const costUsd = sum(costs.map(({ usd }) => usd));
  const inputTokens = sum(costs.map(({ tokens }) => tokens.input));
  const outputTokens = sum(costs.map(({ tokens }) => tokens.output));
  return {
    model: model.model,
    ...(costUsd === undefined ? {} : { costUsd }),
    ...(inputTokens === undefined ? {} : { inputTokens }),
    ...(outputTokens === undefined ? {} : { outputTokens }),
  };
}

async function bounded(body: AsyncIterable<Uint8Array> & { destroy(): unknown }): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > answerBytes) {
      body.destroy();
      throw new NoAnswer("the judge's answer is larger than a megabyte");
    }
  }
  return Buffer.concat(chunks).toString("utf8");
}

function whyUnanswered(thrown: unknown): string {
  if (thrown instanceof AddressRefused) return thrown.message;
  if (thrown instanceof Error && thrown.name === "TimeoutError") return "the judge gave no answer in time";
  const code = thrown instanceof Error && "code" in thrown ? String(thrown.code) : messageOf(thrown).slice(0, 100);
  return `the judge cannot be reached (${code})`;
}

/** The provider's own message, without anything else of its answer. */
function errorIn(text: string): string {
  const message = /"message"\s*:\s*"((?:[^"\\]|\\.){1,300})/.exec(text)?.[1];
  return message ?? "it does not say why";
}

function paused(state: JudgeState): string {
  return state.kind === "closed" ? "the judge is being tried" : `the judge is not called for a while: ${state.because}`;
}
