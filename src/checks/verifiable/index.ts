import type { CodeCheck } from "../../domain/check.ts";
import { verifiableInstructionSet } from "./instruction-set.ts";
import { forbiddenCharacters, keywordFrequency, letterCaseRule } from "./letters.ts";

export const verifiableChecks: readonly CodeCheck[] = [
  keywordFrequency,
  letterCaseRule,
  forbiddenCharacters,
  verifiableInstructionSet,
];
