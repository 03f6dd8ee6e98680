import type { CodeCheck } from "../../check.ts";
import { messageRolesValid, toolSchemasCompile } from "./contract.ts";
import {
  duplicateContextInPrompt,
  responseFormatRequested,
  systemPromptUnchanged,
  toolCountInLimit,
  toolDefinitionInjection,
  toolDescriptionsPresent,
} from "./declared.ts";
import { maxTokensSet, modelAllowed, systemPromptPresent, unresolvedTemplateVariable } from "./request.ts";
import { imageInputInLimits, modelDeprecated, requestMetadataPresent, untrustedContentDelimited } from "./sent.ts";

export const requestHygieneChecks: readonly CodeCheck[] = [
  systemPromptPresent,
  unresolvedTemplateVariable,
  maxTokensSet,
  modelAllowed,
  messageRolesValid,
  toolSchemasCompile,
  systemPromptUnchanged,
  responseFormatRequested,
  toolDescriptionsPresent,
  toolCountInLimit,
  duplicateContextInPrompt,
  toolDefinitionInjection,
  modelDeprecated,
  untrustedContentDelimited,
  imageInputInLimits,
  requestMetadataPresent,
];
