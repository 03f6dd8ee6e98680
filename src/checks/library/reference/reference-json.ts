import { type Json, type JsonValue, member, parseJson } from "../../../platform/json/json.ts";

export function referenceJson(expected: Json | undefined): JsonValue | undefined {
  const given = member(expected, "reference") ?? expected;
  if (typeof given !== "string") return given;
  const read = parseJson(given);
  return read.ok ? read.value : undefined;
}
