import type { CodeCheck } from "../../domain/check.ts";
import { aiDisclosurePresent } from "./disclosure.ts";

export const regulatedChecks: readonly CodeCheck[] = [aiDisclosurePresent];
