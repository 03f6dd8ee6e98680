export { extractionEvidencePresent } from "./extraction-evidence-present.ts";
export { summaryLengthRatio } from "./summary-length-ratio.ts";
