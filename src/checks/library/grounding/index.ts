import type { CodeCheck } from "../../check.ts";
import { answerEchoesQuestionTerms } from "./answer-echoes-question-terms.ts";
import { answerInContext } from "./answer-in-context.ts";
import { citationCoverage } from "./citation-coverage.ts";
import { citationIndexValid } from "./citation-index-valid.ts";
import { citationPresent } from "./citation-present.ts";
import { contextDuplicateShare } from "./context-duplicate-share.ts";
import { contextEmpty } from "./context-empty.ts";
import { contextTokenCoverage } from "./context-token-coverage.ts";
import { contextUtilisation } from "./context-utilisation.ts";
import { entitiesGrounded } from "./entities-grounded.ts";
import { extractiveDensity } from "./extractive-density.ts";
import { numbersGrounded } from "./numbers-grounded.ts";
import { quotesVerbatimInContext } from "./quotes-verbatim-in-context.ts";
import { retrievalScoreFloor } from "./retrieval-score-floor.ts";
import { urlsInContext } from "./urls-in-context.ts";

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
