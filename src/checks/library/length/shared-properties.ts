import { usually } from "../definition.ts";

/** Shared properties of the checks of this category. */
export const lengths = { ...usually, category: "Length and counts", severity: "minor" } as const;
export const longest = { ...lengths, tier: 2 } as const;
