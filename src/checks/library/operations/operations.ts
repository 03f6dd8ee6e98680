/** What the checks of this category have in common: they judge the call itself, from what was recorded of it. */
export const operations = {
  version: 1,
  category: "Operations: latency, cost, tokens, delivery",
  costClass: "cheap",
  judges: "operation",
  targets: ["metadata"],
  mode: "online",
  finds: "behaviour",
  tier: 1,
} as const;

export const defectRule = { type: "boolean", rule: "pass when false" } as const;
