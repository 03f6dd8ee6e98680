import type { CodeCheck } from "../../check.ts";
import { acronymsDefined } from "./acronyms-defined.ts";
import { automatedReadabilityIndex } from "./automated-readability-index.ts";
import { avgSentenceLength } from "./avg-sentence-length.ts";
import { fillerPhraseDensity } from "./filler-phrase-density.ts";
import { firstPersonPluralUsed } from "./first-person-plural-used.ts";
import { fleschReadingEase } from "./flesch-reading-ease.ts";
import { hedgingDensity } from "./hedging-density.ts";
import { lexicalDiversity } from "./lexical-diversity.ts";
import { markdownDensity } from "./markdown-density.ts";
import { passiveVoiceShare } from "./passive-voice-share.ts";
import { gradeChecks } from "./readability-grades.ts";
import { secondPersonAddress } from "./second-person-address.ts";
import { sentimentScore } from "./sentiment-score.ts";
import { spellingErrorShare } from "./spelling-error-share.ts";
import { spellingVariant } from "./spelling-variant.ts";

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
