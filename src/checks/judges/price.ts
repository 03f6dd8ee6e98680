import { costOf, listPrices, priceOf } from "../../datapoints/pricing/prices.ts";
import type { JudgeModel } from "./judge.ts";
import { estimateTokens } from "./prompt/blocks.ts";
import type { Question } from "./prompt/prompt.ts";
import type { Tokens } from "./wire/completion.ts";

/** What an answer is reckoned at before it is known, so that a ceiling is not passed: few are as long. */
const reservedAnswerTokens = 600;

/** US dollars, by the judge's own price or the list; undefined where neither knows it or the tokens are not told. */
export function priceFor({ model, price }: JudgeModel, { input, output }: Tokens): number | undefined {
  const usage = {
    ...(input === undefined ? {} : { inputTokens: input }),
    ...(output === undefined ? {} : { outputTokens: output }),
  };
  return costOf(usage, price ?? priceOf(model, listPrices))?.usd;
}

/** What a question will cost, about, in US dollars; undefined where the price is not known. */
export function expectedPrice(
  model: JudgeModel,
  { system, user }: Question,
  answerTokens: number = reservedAnswerTokens,
): number | undefined {
  return priceFor(model, { input: estimateTokens(system + user), output: answerTokens });
}

/** Vectors are paid at the price of the embeddings model that gives them. */
export function payerOf(model: JudgeModel, { embed }: Pick<Question, "embed">): JudgeModel {
  if (!embed) return model;
  const { price: _, ...rest } = model;
  return { ...rest, model: embed.model };
}
