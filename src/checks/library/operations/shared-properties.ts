import { usually } from "../definition.ts";

/** Shared properties of the checks of this category. */
export const operations = {
  ...usually,
  category: "Operations: latency, cost, tokens, delivery",
  judges: "operation",
  targets: ["metadata"],
} as const;
export const minorOperation = { ...operations, severity: "minor", tier: 2 } as const;
