import type { CodeCheck } from "../../check.ts";
import { extractionEvidencePresent } from "./extraction.ts";
import { summaryLengthRatio } from "./summary.ts";

export const tasksChecks: readonly CodeCheck[] = [extractionEvidencePresent, summaryLengthRatio];
