import type { JudgeModel } from "../judge.ts";
import type { Question } from "../prompt/prompt.ts";

/** What an answer cost in tokens, as the provider counts them; absent: it does not say. */
export interface Tokens {
  readonly input?: number;
  readonly output?: number;
}

/** An HTTP request of one provider's shape. */
export interface WireRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** A model's answer. `refused`: it declined; `isCut`: it ended at its limit. */
export interface Completion {
  readonly text: string;
  readonly tokens: Tokens;
  readonly refused?: string;
  readonly isCut: boolean;
  /** Of the texts of a question that asked for vectors, in their order. */
  readonly vectors?: readonly (readonly number[])[];
  /** The model that answered, where the answer says it. */
  readonly servedModel?: string;
}

/** How an endpoint is spoken to: one per provider shape. `read` returns undefined for what is no answer of this shape. */
export interface Wire {
  request(model: JudgeModel, key: string, question: Question): WireRequest;
  read(body: unknown): Completion | undefined;
}

/** Room for the answer: a pack of ten with a list of claims each fits. */
export const maxAnswerTokens = 8000;
