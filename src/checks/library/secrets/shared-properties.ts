import { passesWhenFalse, usually } from "../definition.ts";

/** Shared properties of the checks of this category. */
export const secretDump = {
  ...usually,
  category: "Secrets",
  severity: "critical",
  judges: "texts",
  output: passesWhenFalse,
  tier: 2,
} as const;
