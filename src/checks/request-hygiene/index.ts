import type { CodeCheck } from "../../domain/check.ts";
import { messageRolesValid, toolSchemasCompile } from "./contract.ts";
import { maxTokensSet, modelAllowed, systemPromptPresent, unresolvedTemplateVariable } from "./request.ts";

export const requestHygieneChecks: readonly CodeCheck[] = [
  systemPromptPresent,
  unresolvedTemplateVariable,
  maxTokensSet,
  modelAllowed,
  messageRolesValid,
  toolSchemasCompile,
];
