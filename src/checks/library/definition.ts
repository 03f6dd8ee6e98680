/** What the definition of a check is written with. */
export { z } from "zod";
export { type CodeCheck, defineCheck, passesWhenFalse, scored, usually } from "../check.ts";
export { OwnPhrases, shareOption, UserPattern } from "../check-options.ts";
export { callError, defect, property, skipped, within } from "../verdicts/outcome.ts";
