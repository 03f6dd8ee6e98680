import type { CodeCheck } from "../../check.ts";
import { aiDisclosurePresent, recordingConsentStated } from "./disclosure.ts";

export const regulatedChecks: readonly CodeCheck[] = [aiDisclosurePresent, recordingConsentStated];
