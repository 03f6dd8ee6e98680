export type { Filter, Query, Value } from "./ast.ts";
export { createMatcher, type Matchable, matchable } from "./datapoint-facts.ts";
export { explain } from "./explain.ts";
export type { FieldSet } from "./field.ts";
export { conditionFields, datapointFields } from "./fields.ts";
export { parseQuery, requireQuery } from "./parse.ts";
export { printFieldValue, printQuery } from "./print.ts";
export { type RequiredValue, requiredValues, valuesIn } from "./required-values.ts";
export { withoutField } from "./without-field.ts";
