import type { CodeCheck } from "../../domain/check.ts";
import { aiDisclosurePresent, recordingConsentStated } from "./disclosure.ts";

export const regulatedChecks: readonly CodeCheck[] = [aiDisclosurePresent, recordingConsentStated];
