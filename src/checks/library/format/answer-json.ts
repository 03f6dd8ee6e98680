import type { PreparedText } from "../../../datapoints/text/prepared-text.ts";
import { atPath } from "../../../platform/json/json.ts";

/** The answer, or the text or number at a dotted path of its JSON; undefined where there is none. */
export function answerOrValue(output: PreparedText, path: string | undefined): string | undefined {
  if (path === undefined) return output.trimmed;
  const value = output.json.ok ? atPath(output.json.value, path) : undefined;
  if (typeof value === "string") return value;
  return typeof value === "number" || typeof value === "boolean" ? String(value) : undefined;
}

/** The answer, or the content of the one fence that is all of it. */
export function unfenced(output: PreparedText): string {
  return /^(?:```|~~~)[^\n]*\n([\s\S]*?)\n?(?:```|~~~)$/.exec(output.trimmed)?.[1] ?? output.trimmed;
}
