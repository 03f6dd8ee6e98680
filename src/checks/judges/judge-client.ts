import type { Meter } from "../../datapoints/index.ts";
import type { AddressGuard } from "../../platform/http/address.ts";
import { createHttpClient, type HttpResponse, isRetryableStatus } from "../../platform/http/http-client.ts";
import { parseJson } from "../../platform/json/json.ts";
import type { JudgeCallOutcome, JudgeGate, JudgeStore } from "../ports/judges.ts";
import { type Complete, isMissing, type NoCompletion } from "./complete.ts";
import type { JudgeKind, JudgeModel } from "./judge.ts";
import { expectedPrice, payerOf, priceFor } from "./price.ts";
import type { Question } from "./prompt/prompt.ts";
import { anthropicWire } from "./wire/anthropic.ts";
import type { Completion, Tokens, Wire, WireRequest } from "./wire/completion.ts";
import { embeddingWires } from "./wire/embeddings.ts";
import { geminiWire } from "./wire/gemini.ts";
import { openaiWire } from "./wire/openai.ts";

const wires: Readonly<Record<JudgeKind, Wire>> = { openai: openaiWire, anthropic: anthropicWire, gemini: geminiWire };

interface JudgeClientDependencies {
  readonly judges: Pick<JudgeStore, "key">;
  readonly gate: JudgeGate;
  readonly guard: AddressGuard;
}

/** Cost of one call. */
export interface CallCost {
  readonly tokens: Tokens;
  /** Absent if the price is unknown. */
  readonly usd?: number;
}

export interface JudgeClient extends AsyncDisposable {
  /** `onCost` receives the cost of every call, including calls whose response could not be used. */
  complete(onCost: (cost: CallCost) => void): Complete;
}

type Answered = Extract<HttpResponse, { kind: "answered" }>;

const maxBytes = 1_000_000;

/**
 * Creates the only client that calls judge endpoints: through the gate, with a guarded connection, no
 * redirects and a limited response size.
 */
export function createJudgeClient({ judges, gate, guard }: JudgeClientDependencies): JudgeClient {
  const http = createHttpClient({ guard });
  return { complete, [Symbol.asyncDispose]: () => http[Symbol.asyncDispose]() };

  function complete(onCost: (cost: CallCost) => void): Complete {
    return async (model, question, signal) => {
      const payer = payerOf(model, question);
      const entry = await gate.enter(model, expectedPrice(payer, question) ?? 0, signal);
      if (entry.kind === "later") return later(entry.reason, { afterMs: entry.afterMs, isUntried: true });
      if (entry.kind === "spent") return { ended: "spent", reason: entry.reason };
      // A rejected or unanswered call has no known cost.
      let outcome: JudgeCallOutcome = { kind: "worked" };
      try {
        const completion = await post(model, question, signal);
        if (isMissing(completion)) {
          if (signal.aborted) outcome = { kind: "abandoned" };
          else if (completion.ended === "later") outcome = { kind: "failed", reason: completion.reason };
          return completion;
        }
        const usd = priceFor(payer, completion.tokens);
        const cost = usd === undefined ? {} : { usd };
        outcome = { kind: "worked", ...cost };
        onCost({ tokens: completion.tokens, ...cost });
        return completion;
      } catch (thrown) {
        if (signal.aborted) outcome = { kind: "abandoned" };
        throw thrown;
      } finally {
        await entry.leave(outcome);
      }
    };
  }

  async function post(model: JudgeModel, question: Question, signal: AbortSignal): Promise<Completion | NoCompletion> {
    const wire = question.embed ? embeddingWires[model.kind] : wires[model.kind];
    if (!wire) return { ended: "refused", reason: `${model.kind} gives no vectors of texts` };
    const answer = await send(wire.request(model, await judges.key(model), question), model.timeoutMs, signal);
    if (isMissing(answer)) return answer;
    const { status, retryAfterMs } = answer;
    const text = answer.bytes.toString("utf8");
    if (isRetryableStatus(status))
      return later(
        `the judge answered ${status}`,
        retryAfterMs === undefined ? {} : { afterMs: Math.min(retryAfterMs, 3_600_000) },
      );
    if (status === 401 || status === 403 || status === 402)
      return later(`the judge refuses the key (${status})`, { afterMs: 60_000 });
    if (status === 404) return later("the judge knows no such model or path (404)", { afterMs: 60_000 });
    if (status >= 300)
      return { ended: "refused", reason: `the judge refuses the request (${status}): ${errorIn(text)}` };
    const parsed = parseJson(text);
    const completion = parsed.ok ? wire.read(parsed.value) : undefined;
    return completion ?? later("the judge's endpoint returned a response that is not in the format of its API");
  }

  async function send(
    { url, headers, body }: WireRequest,
    timeoutMs: number,
    stop: AbortSignal,
  ): Promise<Answered | NoCompletion> {
    // Marks the call as Gaffe's own: the proxy records it and never judges it.
    const marked = { ...headers, "content-type": "application/json", "x-gaffe-origin": "judge" };
    const request = { url, headers: marked, body: JSON.stringify(body), timeoutMs, maxBytes };
    const response = await http.send({ method: "POST", ...request }, stop).catch((thrown: unknown) => {
      if (stop.aborted) return later("the service stops", { isUntried: true });
      throw thrown;
    });
    if (isMissing(response) || response.kind === "answered") return response;
    return later(response.kind === "forbidden" ? response.reason : whyUnanswered(response.code));
  }
}

/** Splits the cost of calls evenly among their verdicts; unknown if the cost of any call is. */
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

const later = (reason: string, how: { afterMs?: number; isUntried?: boolean } = {}): NoCompletion => ({
  ended: "later",
  reason,
  ...how,
});

function whyUnanswered(code: string): string {
  if (code === "timeout") return "the judge gave no answer in time";
  if (code === "too_large") return "the judge's answer is larger than a megabyte";
  return `the judge cannot be reached (${code})`;
}

/** Returns only the provider's message from an error response. */
function errorIn(text: string): string {
  const message = /"message"\s*:\s*"((?:[^"\\]|\\.){1,300})/.exec(text)?.[1];
  return message ?? "the response contains no error message";
}
