import type { PreparedText } from "../../../datapoints/index.ts";
import { defect } from "../definition.ts";

/** Returns a defect with its first match as evidence. */
export function foundIn(text: PreparedText, pattern: RegExp, what: string) {
  const match = pattern.exec(text.text);
  if (!match) return defect(false, `no ${what}`);
  return defect(true, `${what}: ${match[0].slice(0, 80)}`, [text.evidence(match.index, match.index + match[0].length)]);
}
