import type { CodeCheck } from "../../check.ts";
import {
  injectionControlTokens,
  injectionEncodedPayload,
  injectionInRetrievedContent,
  injectionOverridePhrase,
  jailbreakPersonaPrompt,
  systemPromptExtractionAttempt,
} from "./attacks.ts";
import { injectionHiddenInMarkup, injectionObfuscatedText } from "./disguise.ts";
import { tokenFlooding, toolListLeak } from "./flooding.ts";
import { manyShotPrompt, multiTurnEscalation } from "./persistence.ts";
import { systemPromptLeak } from "./system-prompt-leak.ts";

export const promptAttacksChecks: readonly CodeCheck[] = [
  injectionOverridePhrase,
  jailbreakPersonaPrompt,
  systemPromptExtractionAttempt,
  injectionControlTokens,
  injectionEncodedPayload,
  injectionInRetrievedContent,
  systemPromptLeak,
  tokenFlooding,
  toolListLeak,
  injectionObfuscatedText,
  injectionHiddenInMarkup,
  multiTurnEscalation,
  manyShotPrompt,
];
