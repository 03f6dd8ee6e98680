import { passesWhenFalse, usually } from "../definition.ts";

/** Shared properties of the checks of this category. */
export const answerHabit = {
  ...usually,
  category: "Refusals and completion behaviour",
  severity: "minor",
  tier: 2,
} as const;
export const denial = { ...usually, category: "Refusals and completion behaviour", output: passesWhenFalse } as const;
