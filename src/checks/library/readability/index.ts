import type { CodeCheck } from "../../check.ts";
import { automatedReadabilityIndex, fleschReadingEase } from "./formulas.ts";
import { gradeChecks } from "./grades.ts";
import { spellingErrorShare } from "./spelling.ts";
import { fillerPhraseDensity, sentimentScore } from "./style.ts";
import {
  acronymsDefined,
  firstPersonPluralUsed,
  passiveVoiceShare,
  secondPersonAddress,
  spellingVariant,
} from "./voice.ts";
import { avgSentenceLength, hedgingDensity, lexicalDiversity, markdownDensity } from "./wording.ts";

export const readabilityChecks: readonly CodeCheck[] = [
  fleschReadingEase,
  automatedReadabilityIndex,
  fillerPhraseDensity,
  sentimentScore,
  ...gradeChecks,
  lexicalDiversity,
  avgSentenceLength,
  hedgingDensity,
  markdownDensity,
  passiveVoiceShare,
  spellingVariant,
  secondPersonAddress,
  firstPersonPluralUsed,
  acronymsDefined,
  spellingErrorShare,
];
