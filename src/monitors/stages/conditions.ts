import {
  conditionFields,
  createMatcher,
  type Matchable,
  parseQuery,
  type Query,
  type RequiredValue,
  requiredValues,
} from "../../datapoints/query/index.ts";

/** A monitor's condition, compiled. */
export interface Condition {
  readonly matches: (datapoint: Matchable) => boolean;
  /** A datapoint that has none of these values does not match; undefined: any may. */
  readonly required: readonly RequiredValue[] | undefined;
  /** Compares times: what "an hour ago" means was fixed when it was compiled. */
  readonly hasTime: boolean;
}

/** Compiles a condition as of `now`, Unix milliseconds. */
export type CompileCondition = (text: string, now: number) => Condition;

const rememberAtMost = 10_000;

/** Conditions without times are compiled once and shared by all monitors and projects. */
export function createConditions(): CompileCondition {
  const compiled = new Map<string, Condition>();
  return (text, now) => {
    const known = compiled.get(text);
    if (known) return known;
    const condition = compile(text, now);
    if (compiled.size >= rememberAtMost) compiled.clear();
    if (!condition.hasTime) compiled.set(text, condition);
    return condition;
  };
}

/** A condition is checked when it is saved; one that no longer parses matches nothing rather than everything. */
function compile(text: string, now: number): Condition {
  const { query, problems } = parseQuery(text, { now, fields: conditionFields });
  if (problems.length > 0) return { matches: () => false, required: [], hasTime: false };
  return { matches: createMatcher(query), required: requiredValues(query), hasTime: hasTime(query) };
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
