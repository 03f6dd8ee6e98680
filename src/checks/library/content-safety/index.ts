import type { CodeCheck } from "../../check.ts";
import { copyrightedTextOverlap } from "./copyrighted-text-overlap.ts";
import { crisisLanguageDetected } from "./crisis-language-detected.ts";
import { crisisResourceOffered } from "./crisis-resource-offered.ts";
import { moderationFlagged } from "./moderation-flagged.ts";
import { profanity } from "./profanity.ts";
import { slurs } from "./slurs.ts";

export const contentSafetyChecks: readonly CodeCheck[] = [
  profanity,
  crisisLanguageDetected,
  crisisResourceOffered,
  slurs,
  moderationFlagged,
  copyrightedTextOverlap,
];
