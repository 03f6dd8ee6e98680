import type { CodeCheck } from "../../check.ts";
import { injectionControlTokens } from "./injection-control-tokens.ts";
import { injectionEncodedPayload } from "./injection-encoded-payload.ts";
import { injectionHiddenInMarkup } from "./injection-hidden-in-markup.ts";
import { injectionInRetrievedContent } from "./injection-in-retrieved-content.ts";
import { injectionObfuscatedText } from "./injection-obfuscated-text.ts";
import { injectionOverridePhrase } from "./injection-override-phrase.ts";
import { jailbreakPersonaPrompt } from "./jailbreak-persona-prompt.ts";
import { manyShotPrompt } from "./many-shot-prompt.ts";
import { multiTurnEscalation } from "./multi-turn-escalation.ts";
import { systemPromptExtractionAttempt } from "./system-prompt-extraction-attempt.ts";
import { systemPromptLeak } from "./system-prompt-leak.ts";
import { tokenFlooding } from "./token-flooding.ts";
import { toolListLeak } from "./tool-list-leak.ts";

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
