import { usually } from "../definition.ts";

/** Shared properties of the checks of this category. */
export const ofLanguage = { ...usually, category: "Language and translation" } as const;
export const ofLocale = { ...ofLanguage, severity: "minor", tier: 2 } as const;
export const translation = { ...ofLanguage, severity: "major", targets: ["input", "output"], tier: 2 } as const;
