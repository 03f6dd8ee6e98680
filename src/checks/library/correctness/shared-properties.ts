import { usually } from "../definition.ts";

/** Shared properties of the checks of this category. */
export const expectedAnswer = {
  ...usually,
  category: "Answer correctness",
  severity: "critical",
  needs: ["reference"],
  mode: "test run",
} as const;
export const markedAnswer = { ...usually, category: "Answer correctness", tier: 2 } as const;
