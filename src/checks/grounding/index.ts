import type { CodeCheck } from "../../domain/check.ts";
import { citationIndexValid, contextEmpty, quotesVerbatimInContext, urlsInContext } from "./citations.ts";
import { contextTokenCoverage, numbersGrounded } from "./overlap.ts";

export const groundingChecks: readonly CodeCheck[] = [
  contextEmpty,
  citationIndexValid,
  quotesVerbatimInContext,
  urlsInContext,
  numbersGrounded,
  contextTokenCoverage,
];
