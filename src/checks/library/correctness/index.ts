import type { CodeCheck } from "../../check.ts";
import { booleanAnswerMatch } from "./boolean-answer-match.ts";
import { boxedAnswerPresent } from "./boxed-answer-present.ts";
import { dateAnswerMatch } from "./date-answer-match.ts";
import { labelMatch } from "./label-match.ts";
import { multipleChoiceMatch } from "./multiple-choice-match.ts";
import { numericAnswerMatch } from "./numeric-answer-match.ts";
import {
  retrievalAveragePrecision,
  retrievalMrr,
  retrievalNdcg,
  retrievalPrecisionAtK,
  retrievalRecallAtK,
} from "./retrieval.ts";

export const correctnessChecks: readonly CodeCheck[] = [
  numericAnswerMatch,
  multipleChoiceMatch,
  labelMatch,
  retrievalPrecisionAtK,
  retrievalRecallAtK,
  retrievalMrr,
  retrievalNdcg,
  retrievalAveragePrecision,
  booleanAnswerMatch,
  dateAnswerMatch,
  boxedAnswerPresent,
];
