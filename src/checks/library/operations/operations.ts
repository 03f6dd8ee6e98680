/** Shared properties of this category: its checks evaluate the recorded properties of the call. */
export const operations = {
  version: 1,
  category: "Operations: latency, cost, tokens, delivery",
  costClass: "cheap",
  judges: "operation",
  targets: ["metadata"],
  mode: "online",
  finds: "behavior",
  tier: 1,
} as const;

export const defectRule = { type: "boolean", rule: "pass when false" } as const;
