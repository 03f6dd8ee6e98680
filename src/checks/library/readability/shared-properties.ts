import { usually } from "../definition.ts";

/** Shared properties of the checks of this category. */
export const readability = { ...usually, category: "Readability and style", severity: "minor" } as const;
export const wordingRule = { ...readability, tier: 3 } as const;
