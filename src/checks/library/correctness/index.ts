import type { CodeCheck } from "../../check.ts";
import { labelMatch, multipleChoiceMatch, numericAnswerMatch } from "./answers.ts";
import { booleanAnswerMatch, boxedAnswerPresent, dateAnswerMatch } from "./marked.ts";
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
