import { type Json, member, parseJson } from "../../../platform/json/json.ts";

/** Returns whether a tool result reports a failure. */
export function isFailure(result: Json): boolean {
  const read = typeof result === "string" ? parseJson(result) : { ok: true as const, value: result };
  if (!read.ok)
    return typeof result === "string" && /^\s*(?:[A-Za-z]*(?:Error|Exception)\b|Traceback|Fehler:|Erreur)/.test(result);
  const error = member(read.value, "error") ?? member(read.value, "errors");
  return (
    (error !== undefined && error !== null && error !== false && error !== "") ||
    member(read.value, "is_error") === true
  );
}
