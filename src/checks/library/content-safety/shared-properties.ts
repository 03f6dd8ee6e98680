import { usually } from "../definition.ts";

/** Shared properties of the checks of this category. */
export const crisis = { ...usually, category: "Content safety", severity: "critical" } as const;
export const recordedContent = { ...usually, category: "Content safety", severity: "major" } as const;
