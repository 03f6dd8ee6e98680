import { passesWhenFalse, usually } from "../definition.ts";

/** Shared properties of the checks of this category. */
export const degeneration = { ...usually, category: "Degeneration and hygiene" } as const;
export const boilerplate = { ...degeneration, severity: "minor", tier: 2 } as const;
export const brokenCharacters = {
  ...degeneration,
  judges: "texts",
  targets: ["output", "input"],
  output: passesWhenFalse,
} as const;
export const duplicates = { ...degeneration, costClass: "medium", tier: 2 } as const;
export const leftoverPhrase = { ...degeneration, output: passesWhenFalse } as const;
export const repetition = { ...degeneration, severity: "major" } as const;
