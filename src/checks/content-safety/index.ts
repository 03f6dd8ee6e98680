import type { CodeCheck } from "../../domain/check.ts";
import { crisisLanguageDetected, crisisResourceOffered } from "./crisis.ts";
import { profanity } from "./profanity.ts";

export const contentSafetyChecks: readonly CodeCheck[] = [profanity, crisisLanguageDetected, crisisResourceOffered];
