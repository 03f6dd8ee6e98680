import type { SlowCheck } from "../domain/check.ts";

/** The judge checks of the library by name. */
export const judgeChecks: ReadonlyMap<string, SlowCheck> = new Map();
