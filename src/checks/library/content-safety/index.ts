export { copyrightedTextOverlap } from "./copyrighted-text-overlap.ts";
export { crisisLanguageDetected } from "./crisis-language-detected.ts";
export { crisisResourceOffered } from "./crisis-resource-offered.ts";
export { moderationFlagged } from "./moderation-flagged.ts";
export { profanity } from "./profanity.ts";
export { slurs } from "./slurs.ts";
