import type { CodeCheck } from "../domain/check.ts";
import { finalAnswerPresent, loopGuard } from "./agents/loop-guard.ts";
import { controlCharacters, invisibleCharacters, mojibake } from "./degeneration/characters.ts";
import { repeatedLineShare, repeatedNgramShare } from "./degeneration/repetition.ts";
import { containsJson, isJson, jsonRequiredKeys, jsonSchemaMatch, jsonWithoutWrapping } from "./format/json.ts";
import { codeFencesClosed, internalTagsLeaked, specialTokenLeak } from "./format/leaks.ts";
import { containsAll, containsAny, containsNone, endsWith, startsWith, valueInSet } from "./format/phrases.ts";
import {
  duplicateToolCalls,
  forbiddenToolCalled,
  placeholderToolArguments,
  toolArgumentInjection,
  toolCallCount,
  toolCallWrittenAsText,
  toolChoiceHonoured,
} from "./function-calling/call-rules.ts";
import {
  areToolArgumentsParseable,
  isCalledToolDeclared,
  isToolCallSchemaValid,
} from "./function-calling/declared-tools.ts";
import {
  areAllParamsExpected,
  areRequiredParamsPresent,
  doParamValuesMatch,
  functionCallValidator,
  isFunctionCorrect,
} from "./function-calling/named-call.ts";
import { doParamTypesMatch } from "./function-calling/parameter-types.ts";
import { toolErrorRate, toolResultLinkage } from "./function-calling/tool-results.ts";
import { languageMatchesInput, outputLanguage, scriptAllowed } from "./language/language.ts";
import {
  characterCount,
  compressionRatio,
  emojiCount,
  linkCount,
  listItemCount,
  questionCount,
  sentenceCount,
  wordCount,
} from "./length/counts.ts";
import {
  contentFilterTriggered,
  emptyOutput,
  finishReasonExpected,
  outputTruncated,
  streamIncomplete,
} from "./operations/delivery.ts";
import { providerError } from "./operations/failure.ts";
import { conversationTurnCount, samplingParamsInPolicy, servedModelMismatch } from "./operations/serving.ts";
import {
  inputTokenCount,
  outputTokenCount,
  promptCacheHitRatio,
  reasoningTokenShare,
  totalCost,
} from "./operations/spending.ts";
import { latency, outputTokensPerSecond, timeToFirstToken } from "./operations/timing.ts";
import { codeBlockPresent, codeParses, containsAllImports, insecureCodePattern } from "./output-security/code.ts";
import { markdownImageExfiltration, xssInOutput } from "./output-security/markup.ts";
import { dangerousShellCommand } from "./output-security/shell.ts";
import { destructiveSql, sqlParses, sqlReadOnly } from "./output-security/sql.ts";
import { dangerousUrl } from "./output-security/urls.ts";
import { piiPhoneNumber } from "./personal-data/phone.ts";
import {
  piiCreditCard,
  piiDateOfBirth,
  piiEmailAddress,
  piiIban,
  piiIpAddress,
  piiUsernamePasswordPair,
  piiUsSsn,
} from "./personal-data/strict-formats.ts";
import {
  injectionControlTokens,
  injectionEncodedPayload,
  injectionInRetrievedContent,
  injectionOverridePhrase,
  jailbreakPersonaPrompt,
  systemPromptExtractionAttempt,
  systemPromptLeak,
} from "./prompt-attacks/attacks.ts";
import { containsReference, exactMatch, jsonEquals, normalizedMatch, tokenF1 } from "./reference/matches.ts";
import { modelRefusal } from "./refusals/model-refusal.ts";
import {
  maxTokensSet,
  modelAllowed,
  systemPromptPresent,
  unresolvedTemplateVariable,
} from "./request-hygiene/request.ts";
import {
  secretAiProviderKey,
  secretCloudCredentials,
  secretConnectionString,
  secretGenericHighEntropy,
  secretJwt,
  secretMessagingToken,
  secretPaymentKey,
  secretPrivateKey,
  secretSaasToken,
  secretVcsCiToken,
} from "./secrets/secrets.ts";

/** The library: every built-in code check, by category. */
const library: readonly CodeCheck[] = [
  // Function calling
  isFunctionCorrect,
  areRequiredParamsPresent,
  areAllParamsExpected,
  doParamValuesMatch,
  doParamTypesMatch,
  functionCallValidator,
  isToolCallSchemaValid,
  areToolArgumentsParseable,
  isCalledToolDeclared,
  toolCallCount,
  toolChoiceHonoured,
  duplicateToolCalls,
  toolCallWrittenAsText,
  placeholderToolArguments,
  forbiddenToolCalled,
  toolResultLinkage,
  toolErrorRate,
  toolArgumentInjection,
  // Agents and traces
  loopGuard,
  finalAnswerPresent,
  // Operations: latency, cost, tokens, delivery
  providerError,
  latency,
  timeToFirstToken,
  outputTokensPerSecond,
  totalCost,
  inputTokenCount,
  outputTokenCount,
  reasoningTokenShare,
  promptCacheHitRatio,
  outputTruncated,
  contentFilterTriggered,
  streamIncomplete,
  emptyOutput,
  finishReasonExpected,
  servedModelMismatch,
  conversationTurnCount,
  // Request hygiene
  samplingParamsInPolicy,
  systemPromptPresent,
  unresolvedTemplateVariable,
  maxTokensSet,
  modelAllowed,
  // Format and structure
  isJson,
  containsJson,
  jsonSchemaMatch,
  jsonWithoutWrapping,
  jsonRequiredKeys,
  containsAll,
  containsAny,
  containsNone,
  startsWith,
  endsWith,
  valueInSet,
  internalTagsLeaked,
  specialTokenLeak,
  codeFencesClosed,
  // Length and counts
  characterCount,
  wordCount,
  sentenceCount,
  listItemCount,
  questionCount,
  linkCount,
  emojiCount,
  compressionRatio,
  // Degeneration and hygiene
  repeatedNgramShare,
  repeatedLineShare,
  mojibake,
  controlCharacters,
  invisibleCharacters,
  // Reference similarity
  exactMatch,
  normalizedMatch,
  containsReference,
  tokenF1,
  jsonEquals,
  // Language and translation
  outputLanguage,
  languageMatchesInput,
  scriptAllowed,
  // Refusals and completion behaviour
  modelRefusal,
  // PII and private data
  piiEmailAddress,
  piiPhoneNumber,
  piiCreditCard,
  piiIban,
  piiUsSsn,
  piiIpAddress,
  piiDateOfBirth,
  piiUsernamePasswordPair,
  // Prompt attacks
  injectionOverridePhrase,
  jailbreakPersonaPrompt,
  systemPromptExtractionAttempt,
  injectionControlTokens,
  injectionEncodedPayload,
  injectionInRetrievedContent,
  systemPromptLeak,
  // Secrets
  secretCloudCredentials,
  secretAiProviderKey,
  secretVcsCiToken,
  secretPaymentKey,
  secretMessagingToken,
  secretSaasToken,
  secretPrivateKey,
  secretJwt,
  secretConnectionString,
  secretGenericHighEntropy,
  // Output security
  xssInOutput,
  markdownImageExfiltration,
  dangerousUrl,
  destructiveSql,
  sqlParses,
  sqlReadOnly,
  dangerousShellCommand,
  insecureCodePattern,
  codeParses,
  containsAllImports,
  codeBlockPresent,
];

/** The built-in code checks by name. */
export const codeChecks: ReadonlyMap<string, CodeCheck> = new Map(library.map((check) => [check.name, check]));
