import { passesWhenFalse, usually } from "../definition.ts";

export const wording = {
  ...usually,
  category: "Bias and fairness",
  severity: "minor",
  tier: 2,
  output: passesWhenFalse,
} as const;
