import type { CodeCheck } from "../../check.ts";
import { duplicateContextInPrompt } from "./duplicate-context-in-prompt.ts";
import { imageInputInLimits } from "./image-input-in-limits.ts";
import { maxTokensSet } from "./max-tokens-set.ts";
import { messageRolesValid } from "./message-roles-valid.ts";
import { modelAllowed } from "./model-allowed.ts";
import { modelDeprecated } from "./model-deprecated.ts";
import { requestMetadataPresent } from "./request-metadata-present.ts";
import { responseFormatRequested } from "./response-format-requested.ts";
import { systemPromptPresent } from "./system-prompt-present.ts";
import { systemPromptUnchanged } from "./system-prompt-unchanged.ts";
import { toolCountInLimit } from "./tool-count-in-limit.ts";
import { toolDefinitionInjection } from "./tool-definition-injection.ts";
import { toolDescriptionsPresent } from "./tool-descriptions-present.ts";
import { toolSchemasCompile } from "./tool-schemas-compile.ts";
import { unresolvedTemplateVariable } from "./unresolved-template-variable.ts";
import { untrustedContentDelimited } from "./untrusted-content-delimited.ts";

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
