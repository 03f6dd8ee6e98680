import type { Json } from "../platform/json/json.ts";
import { member } from "../platform/json/json.ts";

/** Returns the reference texts of an expectation: a text or number, a list of them, or its `reference`. */
export function referencesOf(expected: Json | undefined): readonly string[] {
  const given = member(expected, "reference") ?? expected;
  const list: readonly Json[] = Array.isArray(given) ? given : given === undefined ? [] : [given];
  return list.flatMap((each) => (typeof each === "string" || typeof each === "number" ? [String(each)] : []));
}

/** Returns the texts listed under a key of the expectation, or the expectation itself if it is a list. */
export function listedIn(expected: Json | undefined, ...keys: readonly string[]): readonly string[] {
  const given = keys.map((key) => member(expected, key)).find((each) => each !== undefined) ?? expected;
  if (!Array.isArray(given)) return [];
  return (given as readonly Json[]).flatMap((each) =>
    typeof each === "string" || typeof each === "number" ? [String(each)] : [],
  );
}
