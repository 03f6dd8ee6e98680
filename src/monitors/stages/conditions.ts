import { LRUCache } from "lru-cache";
import {
  conditionFields,
  createMatcher,
  type Matchable,
  parseQuery,
  type Query,
  type RequiredValue,
  readsTrace,
  requiredValues,
} from "../../datapoints/index.ts";

/** A compiled monitor condition. */
export interface Condition {
  readonly matches: (datapoint: Matchable) => boolean;
  /** A datapoint without any of these values does not match. Undefined: no restriction. */
  readonly required: readonly RequiredValue[] | undefined;
  /** Contains relative times, which were fixed at compilation. */
  readonly hasTime: boolean;
  /** Depends on spans around the call: a later span of the trace can change the result. */
  readonly readsTrace: boolean;
}

/** Compiles a condition as of `now`, Unix milliseconds. */
export type CompileCondition = (text: string, now: number) => Condition;

/** Conditions without relative times are compiled once and shared by all monitors and projects. */
export function createConditions(): CompileCondition {
  const compiled = new LRUCache<string, Condition>({ max: 10_000 });
  return (text, now) => {
    const known = compiled.get(text);
    if (known) return known;
    const condition = compile(text, now);
    if (!condition.hasTime) compiled.set(text, condition);
    return condition;
  };
}

/** Conditions are validated when saved; one that no longer parses matches nothing rather than everything. */
function compile(text: string, now: number): Condition {
  const { query, problems } = parseQuery(text, { now, fields: conditionFields });
  if (problems.length > 0) return { matches: () => false, required: [], hasTime: false, readsTrace: false };
  return {
    matches: createMatcher(query),
    required: requiredValues(query),
    hasTime: hasTime(query),
    readsTrace: readsTrace(query),
  };
}

function hasTime(query: Query): boolean {
  switch (query.kind) {
    case "and":
    case "or":
      return query.of.some(hasTime);
    case "not":
      return hasTime(query.of);
    case "filter":
      return query.values.some(({ kind }) => kind === "time");
    default:
      return false;
  }
}
