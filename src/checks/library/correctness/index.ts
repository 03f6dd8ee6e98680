export { booleanAnswerMatch } from "./boolean-answer-match.ts";
export { boxedAnswerPresent } from "./boxed-answer-present.ts";
export { dateAnswerMatch } from "./date-answer-match.ts";
export { labelMatch } from "./label-match.ts";
export { multipleChoiceMatch } from "./multiple-choice-match.ts";
export { numericAnswerMatch } from "./numeric-answer-match.ts";
export {
  retrievalAveragePrecision,
  retrievalMrr,
  retrievalNdcg,
  retrievalPrecisionAtK,
  retrievalRecallAtK,
} from "./retrieval.ts";
