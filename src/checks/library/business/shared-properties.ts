import { usually } from "../definition.ts";

/** Shared properties of the checks of this category. */
const business = { ...usually, category: "Business policy" } as const;
export const houseRule = { ...business, tier: 2 } as const;
export const offer = { ...business, severity: "critical", tier: 2 } as const;
export const policy = { ...business, severity: "major" } as const;
