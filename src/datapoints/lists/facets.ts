/** Fields of the query language whose most frequent values are counted beside a list. */
export const facetFields = [
  "status",
  "model",
  "provider",
  "op",
  "env",
  "service",
  "release",
  "finish",
  "error.type",
  "check",
  "tool",
  "tag",
  "source",
  "user",
  "session",
] as const;
export type FacetField = (typeof facetFields)[number];

/** What the figures of a chart may be split by: fields with few values. */
export const splitFields = ["model", "provider", "op", "env", "service", "release", "source", "error.type"] as const;
export type SplitField = (typeof splitFields)[number];
