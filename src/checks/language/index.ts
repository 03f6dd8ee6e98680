import type { CodeCheck } from "../../domain/check.ts";
import { languageMatchesInput, outputLanguage, scriptAllowed } from "./language.ts";
import { translationPlaceholdersPreserved } from "./placeholders.ts";

export const languageChecks: readonly CodeCheck[] = [
  outputLanguage,
  languageMatchesInput,
  scriptAllowed,
  translationPlaceholdersPreserved,
];
