export type { PrivacyStore, ProjectPrivacy } from "./ports/privacy.ts";
export type { TextScrubber } from "./ports/text-scrubber.ts";
export { retirementOf } from "./retirements.ts";
export type { Tombstones } from "./stages/tombstones.ts";
