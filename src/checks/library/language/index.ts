import type { CodeCheck } from "../../check.ts";
import { glossaryTermsUsed } from "./glossary-terms-used.ts";
import { languageMatchesInput } from "./language-matches-input.ts";
import { localeNumberFormat } from "./locale-number-format.ts";
import { mixedLanguageShare } from "./mixed-language-share.ts";
import { outputLanguage } from "./output-language.ts";
import { scriptAllowed } from "./script-allowed.ts";
import { translationLengthRatio } from "./translation-length-ratio.ts";
import { translationNumbersPreserved } from "./translation-numbers-preserved.ts";
import { translationPlaceholdersPreserved } from "./translation-placeholders-preserved.ts";
import { translationUntranslatedShare } from "./translation-untranslated-share.ts";

export const languageChecks: readonly CodeCheck[] = [
  outputLanguage,
  languageMatchesInput,
  scriptAllowed,
  translationPlaceholdersPreserved,
  mixedLanguageShare,
  localeNumberFormat,
  translationNumbersPreserved,
  translationUntranslatedShare,
  translationLengthRatio,
  glossaryTermsUsed,
];
