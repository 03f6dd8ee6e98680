import type { CodeCheck } from "../../domain/check.ts";
import { labelMatch, multipleChoiceMatch, numericAnswerMatch } from "./answers.ts";
import { retrievalMrr, retrievalPrecisionAtK, retrievalRecallAtK } from "./retrieval.ts";

export const correctnessChecks: readonly CodeCheck[] = [
  numericAnswerMatch,
  multipleChoiceMatch,
  labelMatch,
  retrievalPrecisionAtK,
  retrievalRecallAtK,
  retrievalMrr,
];
