import type { QueryKey } from "../query/fields.ts";

/** Query fields whose most frequent values are counted next to a list. */
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
] as const satisfies readonly QueryKey[];
export type FacetField = (typeof facetFields)[number];

/** Low-cardinality fields by which a chart's metrics can be split. */
export const splitFields = [
  "model",
  "provider",
  "op",
  "env",
  "service",
  "release",
  "source",
  "error.type",
] as const satisfies readonly QueryKey[];
export type SplitField = (typeof splitFields)[number];
