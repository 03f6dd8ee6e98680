import type { CodeCheck } from "../../domain/check.ts";
import { competitorMention, requiredDisclaimerPresent } from "./policy.ts";

export const businessChecks: readonly CodeCheck[] = [competitorMention, requiredDisclaimerPresent];
