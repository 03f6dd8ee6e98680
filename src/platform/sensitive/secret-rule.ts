/** Rules in one pack are reported by the same check. */
export const secretPacks = [
  "cloud",
  "ai_provider",
  "vcs_ci",
  "payment",
  "messaging",
  "saas",
  "private_key",
  "connection_string",
  "jwt",
  "generic",
] as const;
export type SecretPack = (typeof secretPacks)[number];

export interface SecretRule {
  readonly id: string;
  readonly pack: SecretPack;
  /** Lower-case texts, one of which must occur (in any case) before the pattern is tried. */
  readonly keywords: readonly string[];
  readonly pattern: RegExp;
  /** Values of lower Shannon entropy are placeholders. */
  readonly minEntropy: number;
}

type Listed = readonly [id: string, keywords: string, pattern: string, minEntropy?: number];

/** Creates rules for formats with a distinctive prefix: `pattern` is the value, not part of a longer token. */
export function prefixed(pack: SecretPack, rules: readonly Listed[]): readonly SecretRule[] {
  return rules.map(([id, keywords, pattern, minEntropy = 2.5]) => ({
    id,
    pack,
    keywords: keywords.split(" "),
    pattern: new RegExp(`(?<![A-Za-z0-9_])(?<value>${pattern})(?![A-Za-z0-9_])`, "g"),
    minEntropy,
  }));
}

/**
 * Creates rules for values that are secrets only next to the service's name: name, assignment, value, in any
 * notation and case, escaped or not. A short name must not be the end of another word.
 */
export function inContext(pack: SecretPack, rules: readonly Listed[]): readonly SecretRule[] {
  return rules.map(([id, keywords, pattern, minEntropy = 2.5]) => ({
    id,
    pack,
    keywords: keywords.split(" "),
    pattern: new RegExp(
      `(?:${keywords.split(" ").map(named).join("|")})[\\w.-]{0,30}[ \\t\\w.-]{0,20}["'\`\\s\\\\]{0,4}${assignment}["'\`=\\s\\\\]{0,6}(?<value>${pattern})(?=["'\`\\s;,)}<\\\\]|$)`,
      "gi",
    ),
    minEntropy,
  }));
}

const named = (keyword: string) => (keyword.length < 8 ? `(?<![a-z])${keyword}` : keyword);
const assignment = "(?:=>|:{1,3}=|\\|\\||\\?=|[=>:,])";
