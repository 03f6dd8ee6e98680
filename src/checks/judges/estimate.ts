import type { Subject } from "../../datapoints/traces/subject.ts";
import { whyNotApplicable } from "../applicability.ts";
import type { JudgeAsk, JudgeModel } from "./judge.ts";
import { timesOf } from "./mean.ts";
import { expectedPrice, payerOf } from "./price.ts";
import { blocksOf, fit, roomFor } from "./prompt/blocks.ts";
import { questionFor, stepFor } from "./prompt/prompt.ts";
import { similarityQuestion } from "./similarity.ts";

/** A quote, up to three sentences and the verdict. */
const usualAnswerTokens = 200;

/** As long as the real ones. */
const secrets = { nonce: "0".repeat(16), seal: "0".repeat(12) };

/**
 * What the verdict of a check would cost, about, in US dollars, by the question that would be asked: repairs and second
 * looks are left out, an answer counts as long as usual. 0 where it does not apply, undefined where the price is not known.
 */
export function expectedUsd(model: JudgeModel, ask: JudgeAsk, subject: Subject): number | undefined {
  const { check } = ask;
  if (whyNotApplicable(check, subject) !== undefined) return 0;
  const { fields, firstStep, answer } = check.rubric;
  if (answer.kind === "embedding") {
    const question = similarityQuestion(model, ask, subject);
    return question ? expectedPrice(payerOf(model, question), question, 0) : 0;
  }
  const room = roomFor(model, [ask]);
  const blocks = fit(blocksOf(subject, fields), room);
  if (blocks.length === 0) return 0;
  const asked = expectedPrice(model, questionFor([ask], blocks, secrets), usualAnswerTokens);
  if (asked === undefined) return undefined;
  const before =
    firstStep &&
    expectedPrice(
      model,
      stepFor(firstStep.ask, fit(blocksOf(subject, firstStep.fields), room), secrets),
      usualAnswerTokens,
    );
  return asked * (answer.kind === "pairwise" ? 2 : timesOf(ask)) + (before ?? 0);
}
