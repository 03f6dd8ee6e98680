import { createKeywordScan, hasRun } from "../text/keywords.ts";
import { isJwt, isKeyBody, isRandomLooking } from "./secret-looks.ts";
import type { SecretPack, SecretRule } from "./secret-rule.ts";
import { namedRules } from "./secret-rules-named.ts";
import { saasRules } from "./secret-rules-saas.ts";

export interface SecretHit {
  readonly rule: string;
  readonly start: number;
  readonly end: number;
  readonly value: string;
}

export const secretRules: readonly SecretRule[] = [...namedRules, ...saasRules];
const rulesOfKeyword = new Map<string, SecretRule[]>();
const allKeywords = new Set(secretRules.flatMap((rule) => rule.keywords));
for (const keyword of allKeywords)
  rulesOfKeyword.set(
    keyword,
    secretRules.filter((rule) => rule.keywords.includes(keyword)),
  );

/** Keywords that are too common to select rules by; their rules are few and fast. */
export const commonKeywords: ReadonlySet<string> = new Set([
  "|",
  "%",
  "sk",
  "s.",
  ":a",
  "-us",
  "q~",
  "pat",
  "api-",
  "live_",
  "test_",
  "key-",
]);
const keywords = [...rulesOfKeyword.keys()].filter((keyword) => !commonKeywords.has(keyword));
const gate = createKeywordScan(keywords);
/** Every rule of a common keyword requires a run of characters that does not occur in prose. */
const tokenLength = 22;
const tokenCharacters = Uint8Array.from({ length: 128 }, (_, code) =>
  /[A-Za-z0-9_=~%.-]/.test(String.fromCharCode(code)) ? 1 : 0,
);

export function candidates(text: string): ReadonlyMap<SecretPack, readonly SecretRule[]> {
  if (text === "") return none;
  const lower = text.toLowerCase();
  const found = new Set<SecretRule>();
  for (const keyword of gate(lower)) for (const rule of rulesOfKeyword.get(keyword) ?? []) found.add(rule);
  if (hasRun(text, tokenLength, tokenCharacters))
    for (const keyword of commonKeywords)
      if (lower.includes(keyword)) for (const rule of rulesOfKeyword.get(keyword) ?? []) found.add(rule);
  return Map.groupBy(found, ({ pack }) => pack);
}

const none: ReadonlyMap<SecretPack, readonly SecretRule[]> = new Map();

interface HitOptions {
  readonly most?: number;
  /** Whether example keys from documentation are reported as well. */
  readonly examples?: boolean;
  /** Overrides the entropy of the rule if higher. */
  readonly minEntropy?: number;
}

/** Returns the values that a rule finds in a text: not placeholders, and of sufficient entropy. */
export function hitsOf(rule: SecretRule, text: string, options: HitOptions = {}): readonly SecretHit[] {
  const { most = 20, examples = false, minEntropy = 0 } = options;
  const hits: SecretHit[] = [];
  for (const match of text.matchAll(rule.pattern)) {
    const value = valueOf(match);
    const start = match.index + match[0].lastIndexOf(value);
    if (shannonEntropy(value) < Math.max(minEntropy, rule.minEntropy)) continue;
    if ((!examples && isExample(value)) || isPlaceholder(value) || isMasked(text, start + value.length)) continue;
    hits.push({ rule: rule.id, start, end: start + value.length, value });
    if (hits.length === most) break;
  }
  return hits;
}

function valueOf({ 0: whole, groups }: RegExpMatchArray): string {
  return groups?.["value"] ?? groups?.["early"] ?? groups?.["bare"] ?? groups?.["named"] ?? whole;
}

/** Example keys from documentation. */
const isExample = (value: string) => /example(?!\.com)|sample/i.test(value) || publicKeys.has(value);

/** Placeholders: runs of one character, masks, variables. */
function isPlaceholder(value: string): boolean {
  return (
    /placeholder|changeme|replace[_-]?(?:me|with)|your[_-]?|dummy|redacted|x{5,}|\*{4,}|\.{4,}|\.{3}$|#{4,}|0{8,}|<[^>]+>|\$\{|\{\{|^\$|%[({]/i.test(
      value,
    ) ||
    /^(.)\1+$/.test(value) ||
    /^(?:password|passwd|pwd|secret|token)$/i.test(value) ||
    // A user and password, one of which is a placeholder.
    /^[^:]{1,100}:["']?(?:change(?:it|me)|pass(?:word)?|pwd|test|token|secret|\[[^\]]*\]|<[^>]*>|\$.*)["']?$|^["']?\$[\w{}]+["']?:$/i.test(
      value,
    )
  );
}

/** The value is followed by a mask for the rest of it. */
const isMasked = (text: string, end: number) => /^[-_.]?(?:[#*]{3}|…|\.{3}|x{6})/i.test(text.slice(end, end + 8));

/** Public keys of Google's own samples and pages, which are not secrets. */
const publicKeys = new Set(
  `AnLA7NfeLquW1tJFpx_eQCxoX-oo6YyIs CkEhVjf3pduRDt6d1yKOMitrUEke8agEM DMAScliyLx7F0NPDEJi1QmyCgHIAODrlU
   D3asb-2pEZVqMkmL6M9N6nHZRR_znhrh0 AdOS2zB6NCsk1pCdZ4-P6GBdi_UUPwX7c ASWm6HmTMdYWpgMnjRBjxcQ9CKctWmLd4
   ANUvH9H9BsUccjsu2pCmEkOPjjaXeDQgY A5_iVawFQ8ABuTZNUdcwERLJv_a_p4wtM A4UrcGxgwQFTfaI3no3t7Lt1sjmdnP5sQ
   DSb51JiIcB6OJpwwMicseKRhhrOq1cS7g BF2RrAIm4a0mO64EShQfqfd2AFnzAvvuU BcE-OOIbhjyR83gm4r2MFCu4MJmprNXsw
   B8qGxt4ec15vitgn44duC5ucxaOi4FmqE A8vmApnrHNFE0bApF4hoZ11srVL_n0nvY`
    .split(/\s+/)
    .map((rest) => `AIzaSy${rest}`),
);

/** Returns whether a hit belongs to its pack, by the default settings of the checks. */
export function isSecret(pack: SecretPack, value: string): boolean {
  switch (pack) {
    case "jwt":
      return isJwt(value);
    case "generic":
      return value.length >= 16 && shannonEntropy(value) >= 3.5 && isRandomLooking(value);
    case "private_key":
      return isKeyBody(value, 48);
    case "connection_string":
      return !/^[<[{$%*]/.test(value);
    default:
      return true;
  }
}

/** Shannon entropy of a text's characters in bits per character. */
function shannonEntropy(text: string): number {
  const counts = new Map<string, number>();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  let entropy = 0;
  for (const count of counts.values()) {
    const share = count / text.length;
    entropy -= share * Math.log2(share);
  }
  return entropy;
}
