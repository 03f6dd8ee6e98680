import type { CodeCheck } from "../../check.ts";
import { aiDisclosurePresent } from "./ai-disclosure-present.ts";
import { recordingConsentStated } from "./recording-consent-stated.ts";

export const regulatedChecks: readonly CodeCheck[] = [aiDisclosurePresent, recordingConsentStated];
