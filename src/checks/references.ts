import type { Json } from "../datapoints/datapoint.ts";
import { member } from "../platform/json/json.ts";

/** Reference texts of an expectation: a text or a number, a list of them, or what its `reference` holds. */
export function referencesOf(expected: Json | undefined): readonly string[] {
  const given = member(expected, "reference") ?? expected;
  const list: readonly Json[] = Array.isArray(given) ? given : given === undefined ? [] : [given];
  return list.flatMap((each) => (typeof each === "string" || typeof each === "number" ? [String(each)] : []));
}

/** Texts of a list under a key of the expectation, or of the expectation that is itself such a list. */
export function listedIn(expected: Json | undefined, ...keys: readonly string[]): readonly string[] {
  const given = keys.map((key) => member(expected, key)).find((each) => each !== undefined) ?? expected;
  if (!Array.isArray(given)) return [];
  return (given as readonly Json[]).flatMap((each) =>
    typeof each === "string" || typeof each === "number" ? [String(each)] : [],
  );
}
