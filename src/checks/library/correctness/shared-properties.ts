import { passesWhenTrue, usually } from "../../check.ts";

/** Shared properties of the checks of this category. */
export const expectedAnswer = {
  ...usually,
  category: "Answer correctness",
  severity: "critical",
  needs: ["reference"],
  mode: "test run",
  output: passesWhenTrue,
} as const;
export const markedAnswer = { ...usually, category: "Answer correctness", tier: 2, output: passesWhenTrue } as const;
