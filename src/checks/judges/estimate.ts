import type { Subject } from "../../datapoints/index.ts";
import { whyNotApplicable } from "../applicability.ts";
import type { JudgeModel, JudgeRequest } from "./judge.ts";
import { timesOf } from "./mean.ts";
import { expectedPrice, payerOf } from "./price.ts";
import { blocksOf, fit, roomFor } from "./prompt/blocks.ts";
import { questionFor, stepFor } from "./prompt/prompt.ts";
import { similarityQuestion } from "./similarity.ts";

/** Typical response size: a quote, up to three sentences and the verdict. */
const usualAnswerTokens = 200;

/** Placeholders as long as the real secrets. */
const secrets = { nonce: "0".repeat(16), seal: "0".repeat(12) };

/**
 * Estimates the cost of a verdict in US dollars from the request that would be sent, without repairs and
 * second passes. Returns 0 where the check does not apply and undefined where the price is unknown.
 */
export function expectedUsd(model: JudgeModel, request: JudgeRequest, subject: Subject): number | undefined {
  const { check } = request;
  if (whyNotApplicable(check, subject) !== undefined) return 0;
  const { fields, firstStep, answer } = check.rubric;
  if (answer.kind === "embedding") {
    const question = similarityQuestion(model, request, subject);
    return question ? expectedPrice(payerOf(model, question), question, 0) : 0;
  }
  const room = roomFor(model, [request]);
  const blocks = fit(blocksOf(subject, fields), room);
  if (blocks.length === 0) return 0;
  const questionUsd = expectedPrice(model, questionFor([request], blocks, secrets), usualAnswerTokens);
  if (questionUsd === undefined) return undefined;
  const before =
    firstStep &&
    expectedPrice(
      model,
      stepFor(firstStep.ask, fit(blocksOf(subject, firstStep.fields), room), secrets),
      usualAnswerTokens,
    );
  return questionUsd * (answer.kind === "pairwise" ? 2 : timesOf(request)) + (before ?? 0);
}
