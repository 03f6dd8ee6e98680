import type { CodeCheck } from "../../domain/check.ts";
import {
  injectionControlTokens,
  injectionEncodedPayload,
  injectionInRetrievedContent,
  injectionOverridePhrase,
  jailbreakPersonaPrompt,
  systemPromptExtractionAttempt,
  systemPromptLeak,
} from "./attacks.ts";
import { tokenFlooding, toolListLeak } from "./flooding.ts";

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
];
