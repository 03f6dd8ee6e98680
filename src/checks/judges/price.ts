import { costOf, listPrices, priceOf } from "../../datapoints/index.ts";
import type { JudgeModel } from "./judge.ts";
import { estimateTokens } from "./prompt/blocks.ts";
import type { Question } from "./prompt/prompt.ts";
import type { Tokens } from "./wire/completion.ts";

/** Tokens reserved for a response before its length is known, so that limits hold; few responses are as long. */
const reservedAnswerTokens = 600;

/**
 * Returns US dollars by the judge's own price or the price list; undefined if both lack it or the token counts
 * are missing.
 */
export function priceFor({ model, price }: JudgeModel, { input, output }: Tokens): number | undefined {
  const usage = {
    ...(input === undefined ? {} : { inputTokens: input }),
    ...(output === undefined ? {} : { outputTokens: output }),
  };
  return costOf(usage, price ?? priceOf(model, listPrices))?.usd;
}

/** Estimates the cost of a question in US dollars; undefined if the price is unknown. */
export function expectedPrice(
  model: JudgeModel,
  { system, user }: Question,
  answerTokens: number = reservedAnswerTokens,
): number | undefined {
  return priceFor(model, { input: estimateTokens(system + user), output: answerTokens });
}

/** Returns the model whose price applies: for vectors, the embeddings model. */
export function payerOf(model: JudgeModel, { embed }: Pick<Question, "embed">): JudgeModel {
  if (!embed) return model;
  const { price: _, ...rest } = model;
  return { ...rest, model: embed.model };
}
