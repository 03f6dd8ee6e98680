import type { CodeCheck } from "../../domain/check.ts";
import { maxTokensSet, modelAllowed, systemPromptPresent, unresolvedTemplateVariable } from "./request.ts";

export const requestHygieneChecks: readonly CodeCheck[] = [
  systemPromptPresent,
  unresolvedTemplateVariable,
  maxTokensSet,
  modelAllowed,
];
