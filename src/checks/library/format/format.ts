/** Shared properties of this category: its checks evaluate the text of the answer. */
export const format = {
  version: 1,
  category: "Format and structure",
  costClass: "cheap",
  judges: "answer",
  targets: ["output"],
  needs: [],
  mode: "online",
  finds: "behavior",
  tier: 1,
} as const;

export const propertyRule = { type: "boolean", rule: "pass when true" } as const;
export const defectRule = { type: "boolean", rule: "pass when false" } as const;
