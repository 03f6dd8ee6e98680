export type { Filter, Operator, Place, Problem, Query, Value } from "./ast.ts";
export { createMatcher, type Matchable, matchable } from "./datapoint-facts.ts";
export { explain, type Obstacle } from "./explain.ts";
export { conditionFields, datapointFields, type Field, type FieldSet, findField, issueFields } from "./fields.ts";
export { type Parsed, type ParseOptions, parseQuery, requireQuery } from "./parse.ts";
export { printQuery } from "./print.ts";
