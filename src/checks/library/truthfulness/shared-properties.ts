import { usually } from "../definition.ts";

/** Shared properties of the checks of this category. */
export const recalculated = { ...usually, category: "Truthfulness", severity: "minor", tier: 3 } as const;
