import type { CodeCheck } from "../../domain/check.ts";
import { extractionEvidencePresent } from "./extraction.ts";
import { summaryLengthRatio } from "./summary.ts";

export const tasksChecks: readonly CodeCheck[] = [extractionEvidencePresent, summaryLengthRatio];
