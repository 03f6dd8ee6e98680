import type { CodeCheck } from "../../check.ts";
import { citationIndexValid, contextEmpty, quotesVerbatimInContext, urlsInContext } from "./citations.ts";
import { answerEchoesQuestionTerms, citationCoverage, citationPresent, entitiesGrounded } from "./citing.ts";
import { contextTokenCoverage, numbersGrounded } from "./overlap.ts";
import {
  answerInContext,
  contextDuplicateShare,
  contextUtilisation,
  extractiveDensity,
  retrievalScoreFloor,
} from "./passages.ts";

export const groundingChecks: readonly CodeCheck[] = [
  contextEmpty,
  citationIndexValid,
  quotesVerbatimInContext,
  urlsInContext,
  numbersGrounded,
  contextTokenCoverage,
  contextDuplicateShare,
  retrievalScoreFloor,
  answerInContext,
  contextUtilisation,
  extractiveDensity,
  citationPresent,
  citationCoverage,
  entitiesGrounded,
  answerEchoesQuestionTerms,
];
