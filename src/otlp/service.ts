export { rejectedIn } from "./export-response.ts";
export { defaultLimits } from "./limits.ts";
export { isOverQuota } from "./ports/admission.ts";
export { describeRejected, prepareBody } from "./prepare.ts";
export { rewriteTexts } from "./rewrite/rewrite.ts";
export { rejectReasons } from "./scan-item.ts";
export { spanLinksOf } from "./span-links.ts";
