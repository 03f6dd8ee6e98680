import type { CodeCheck } from "../../check.ts";
import { languageMatchesInput, outputLanguage, scriptAllowed } from "./language.ts";
import { localeNumberFormat, mixedLanguageShare } from "./locale.ts";
import { translationPlaceholdersPreserved } from "./placeholders.ts";
import {
  glossaryTermsUsed,
  translationLengthRatio,
  translationNumbersPreserved,
  translationUntranslatedShare,
} from "./translation.ts";

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
