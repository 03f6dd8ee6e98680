import type { PreparedText } from "../../../datapoints/index.ts";
import { atPath } from "../../../platform/json/json.ts";

/** Returns the answer, or the text or number at a dotted path of its JSON; undefined if it is missing. */
export function answerOrValue(output: PreparedText, path: string | undefined): string | undefined {
  if (path === undefined) return output.trimmed;
  const value = output.json.ok ? atPath(output.json.value, path) : undefined;
  if (typeof value === "string") return value;
  return typeof value === "number" || typeof value === "boolean" ? String(value) : undefined;
}

/** Returns the answer, or the content of the single fence that encloses it. */
export function unfenced(output: PreparedText): string {
  return /^(?:```|~~~)[^\n]*\n([\s\S]*?)\n?(?:```|~~~)$/.exec(output.trimmed)?.[1] ?? output.trimmed;
}
