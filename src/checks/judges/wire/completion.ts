import type { ModelResponse } from "../../../../packages/genai-wire/src/dialects/dialect.ts";
import { finishReasonOf } from "../../../../packages/genai-wire/src/dialects/finish-reasons.ts";
import type { JudgeModel } from "../judge.ts";
import type { Question } from "../prompt/prompt.ts";

/** Token counts of a response as reported by the provider; absent if not reported. */
export interface Tokens {
  readonly input?: number;
  readonly output?: number;
}

export interface WireRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** A model's response. `refused`: it declined; `isCut`: it ended at its limit. */
export interface Completion {
  readonly text: string;
  readonly tokens: Tokens;
  readonly refused?: string;
  readonly isCut: boolean;
  /** Vectors of the requested texts, in their order. */
  readonly vectors?: readonly (readonly number[])[];
  /** The model that answered, if the response names it. */
  readonly servedModel?: string;
}

/** Request and response format of one provider. `read` returns undefined for a response of another shape. */
export interface Wire {
  request(model: JudgeModel, key: string, question: Question): WireRequest;
  read(body: unknown): Completion | undefined;
}

/** Token limit of a response: fits a pack of ten with a list of claims each. */
export const maxAnswerTokens = 8000;

/** Returns the response as a provider's reader found it: a verdict is in a call of `tool` or in the text. */
export function completionOf({ output, usage, model, finishReasons }: ModelResponse, tool?: string): Completion {
  const parts = output[0]?.parts ?? [];
  const call = parts.find(({ type, name }) => type === "tool_call" && name === tool);
  const texts = parts.map(({ type, content }) => (type === "text" && typeof content === "string" ? content : ""));
  return {
    text: call ? JSON.stringify(call["arguments"]) : texts.join(""),
    tokens: { ...counted("input", usage.input), ...counted("output", usage.output) },
    ...(model === undefined ? {} : { servedModel: model }),
    isCut: finishReasons.slice(0, 1).map(finishReasonOf).includes("length"),
  };
}

const counted = (name: keyof Tokens, count: number | undefined): Tokens =>
  count === undefined || count < 0 ? {} : { [name]: count };
