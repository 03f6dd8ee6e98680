/** Fields whose most frequent values are counted, in the order of the facet list. */
export const facets = [
  ["status", "Status"],
  ["check", "Failed check"],
  ["model", "Model"],
  ["env", "Environment"],
  ["service", "Service"],
  ["op", "Operation"],
  ["error.type", "Error type"],
  ["finish", "Finish"],
  ["provider", "Provider"],
  ["release", "Release"],
  ["tool", "Tool"],
  ["tag", "Tag"],
  ["source", "Source"],
  ["user", "User"],
  ["session", "Session"],
] as const;
export type FacetName = (typeof facets)[number][0];
