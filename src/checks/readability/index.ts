import type { CodeCheck } from "../../domain/check.ts";
import { automatedReadabilityIndex, fleschReadingEase } from "./formulas.ts";
import { fillerPhraseDensity, sentimentScore } from "./style.ts";

export const readabilityChecks: readonly CodeCheck[] = [
  fleschReadingEase,
  automatedReadabilityIndex,
  fillerPhraseDensity,
  sentimentScore,
];
