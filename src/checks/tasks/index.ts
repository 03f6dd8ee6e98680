import type { CodeCheck } from "../../domain/check.ts";
import { extractionEvidencePresent } from "./extraction.ts";

export const tasksChecks: readonly CodeCheck[] = [extractionEvidencePresent];
