import { unreachable } from "../../platform/http/unreachable.ts";
import { isJsonObject, type JsonValue, member } from "../../platform/json/json.ts";
import { jsonEqual } from "../../platform/json/json-equal.ts";

/** The calls expected of an agent and the calls it made, in order. */
export interface Trajectory {
  readonly expected: readonly ExpectedCall[];
  readonly made: readonly MadeCall[];
}

export interface MadeCall {
  readonly name: string;
  readonly parameters: JsonValue;
}

/** An expected call. Absent parameters match anything; `optional` names parameters that may be missing. */
export interface ExpectedCall {
  readonly name: string;
  readonly parameters?: JsonValue;
  readonly optional?: ReadonlySet<string>;
}

/** Metrics over all rows that have an expectation. Rates are shares of rows. */
export interface TrajectoryMetrics {
  readonly rows: number;
  /** The same calls in the same order. */
  readonly exact: number;
  /** The same calls in any order. */
  readonly anyOrder: number;
  /** All expected calls were made. */
  readonly subset: number;
  /** All calls made were expected. */
  readonly superset: number;
  /** Precision and recall of call names over all rows. */
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
  /** Share of the calls with a correct name whose arguments are correct too. */
  readonly argumentMatch: number;
  /** Mean number of calls made and expected per row. */
  readonly meanSteps: number;
  readonly meanExpectedSteps: number;
}

export function trajectoryMetrics(rows: readonly Trajectory[]): TrajectoryMetrics {
  const share = (matches: (row: Trajectory) => boolean) => ratio(rows.filter(matches).length, rows.length);
  const total = (count: (row: Trajectory) => number) => rows.reduce((sum, row) => sum + count(row), 0);
  const named = total(({ expected, made }) => pairs(expected, made, (one, other) => one.name === other.name));
  const right = total(({ expected, made }) => pairs(expected, made, isAsExpected));
  const made = total((row) => row.made.length);
  const expected = total((row) => row.expected.length);
  const [precision, recall] = [ratio(named, made), ratio(named, expected)];
  return {
    rows: rows.length,
    exact: share((row) => matchesTrajectory(row, "exact")),
    anyOrder: share((row) => matchesTrajectory(row, "any_order")),
    subset: share((row) => matchesTrajectory(row, "subset")),
    superset: share((row) => matchesTrajectory(row, "superset")),
    precision,
    recall,
    f1: ratio(2 * precision * recall, precision + recall),
    argumentMatch: ratio(right, named),
    meanSteps: ratio(made, rows.length),
    meanExpectedSteps: ratio(expected, rows.length),
  };
}

/** Returns whether the calls made match the expected ones under the given match mode. */
export function matchesTrajectory(
  { expected, made }: Trajectory,
  match: "exact" | "any_order" | "subset" | "superset",
): boolean {
  switch (match) {
    case "exact":
      return expected.length === made.length && expected.every((one, index) => isAsExpected(one, made[index]));
    case "any_order":
      return expected.length === made.length && pairs(expected, made, isAsExpected) === made.length;
    case "subset":
      return pairs(expected, made, isAsExpected) === expected.length;
    case "superset":
      return pairs(expected, made, isAsExpected) === made.length;
    default:
      return unreachable(match);
  }
}

/**
 * Parses the calls that a row expects: `{tool_calls: [{name, parameters}]}`, such a list alone, one call, or
 * one with `parameter_definitions: {name: {value, required}}`. Undefined if the row has no expectation.
 */
export function expectedCalls(result: JsonValue): readonly ExpectedCall[] | undefined {
  const list = callList(result);
  const calls = list?.flatMap((each): readonly ExpectedCall[] => {
    const name = member(each, "name");
    if (typeof name !== "string") return [];
    const definitions = member(each, "parameter_definitions");
    if (isJsonObject(definitions)) return [{ name, ...definedParameters(definitions) }];
    const parameters = member(each, "parameters");
    return [{ name, ...(parameters === undefined ? {} : { parameters }) }];
  });
  return calls !== undefined && calls.length === list?.length ? calls : undefined;
}

/** Parses the calls of a prediction `{tool_calls: [{name, parameters}]}`; empty for anything else. */
export function madeCalls(prediction: JsonValue | undefined): readonly MadeCall[] {
  const calls = member(prediction, "tool_calls");
  if (!Array.isArray(calls)) return [];
  return (calls as readonly JsonValue[]).flatMap((call) => {
    const name = member(call, "name");
    return typeof name === "string" ? [{ name, parameters: member(call, "parameters") ?? {} }] : [];
  });
}

function callList(result: JsonValue): readonly JsonValue[] | undefined {
  const calls = member(result, "tool_calls") ?? result;
  if (Array.isArray(calls)) return calls as readonly JsonValue[];
  return member(calls, "name") === undefined ? undefined : [calls];
}

function definedParameters(definitions: { readonly [name: string]: JsonValue }) {
  const all = Object.entries(definitions);
  return {
    parameters: Object.fromEntries(all.map(([name, definition]) => [name, member(definition, "value") ?? null])),
    optional: new Set(all.flatMap(([name, definition]) => (member(definition, "required") === false ? [name] : []))),
  };
}

function isAsExpected({ name, parameters, optional }: ExpectedCall, made: MadeCall | undefined): boolean {
  if (made?.name !== name) return false;
  if (parameters === undefined) return true;
  if (!isJsonObject(parameters) || !isJsonObject(made.parameters)) return jsonEqual(parameters, made.parameters);
  const given = made.parameters;
  const known = Object.entries(parameters).every(([key, value]) => {
    const found = member(given, key);
    return found === undefined ? optional?.has(key) === true : jsonEqual(value, found);
  });
  return known && Object.keys(given).every((key) => Object.hasOwn(parameters, key));
}

/** Returns the size of a maximum bipartite matching (Kuhn's augmenting paths). */
function pairs(
  expected: readonly ExpectedCall[],
  made: readonly MadeCall[],
  fits: (expected: ExpectedCall, made: MadeCall) => boolean,
): number {
  const matchedBy = new Map<number, number>();
  const assign = (one: ExpectedCall, at: number, seen: Set<number>): boolean => {
    for (const [index, call] of made.entries()) {
      if (seen.has(index) || !fits(one, call)) continue;
      seen.add(index);
      const other = matchedBy.get(index);
      const holder = other === undefined ? undefined : expected[other];
      if (other !== undefined && holder && !assign(holder, other, seen)) continue;
      matchedBy.set(index, at);
      return true;
    }
    return false;
  };
  return expected.filter((one, at) => assign(one, at, new Set())).length;
}

const ratio = (part: number, whole: number) => (whole === 0 ? 0 : part / whole);
