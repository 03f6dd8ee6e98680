import type { CodeCheck } from "../../check.ts";
import { crisisLanguageDetected, crisisResourceOffered } from "./crisis.ts";
import { profanity } from "./profanity.ts";
import { copyrightedTextOverlap, moderationFlagged } from "./recorded.ts";
import { slurs } from "./slurs.ts";

export const contentSafetyChecks: readonly CodeCheck[] = [
  profanity,
  crisisLanguageDetected,
  crisisResourceOffered,
  slurs,
  moderationFlagged,
  copyrightedTextOverlap,
];
