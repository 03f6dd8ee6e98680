import type { CodeCheck } from "../../check.ts";
import { extractionEvidencePresent } from "./extraction-evidence-present.ts";
import { summaryLengthRatio } from "./summary-length-ratio.ts";

export const tasksChecks: readonly CodeCheck[] = [extractionEvidencePresent, summaryLengthRatio];
