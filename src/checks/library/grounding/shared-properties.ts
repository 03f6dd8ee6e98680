import { usually } from "../definition.ts";

/** Shared properties of the checks of this category. */
export const grounding = { ...usually, category: "Retrieval and grounding", needs: ["context"] } as const;
export const citation = { ...grounding, severity: "major" } as const;
export const coverage = { ...grounding, severity: "minor", tier: 2 } as const;
export const retrievedPassages = { ...coverage, targets: ["metadata"] } as const;
