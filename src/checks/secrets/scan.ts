import type { PreparedText } from "../../domain/prepared-text.ts";
import type { Subject, TextTarget } from "../../domain/subject.ts";
import { shannonEntropy } from "../../lib/entropy.ts";
import { createKeywordScan, hasRun } from "../../lib/text/keywords.ts";
import type { SecretPack, SecretRule } from "./rule.ts";
import { namedRules } from "./rules-named.ts";
import { saasRules } from "./rules-saas.ts";

export interface SecretHit {
  readonly rule: string;
  readonly start: number;
  readonly end: number;
  readonly value: string;
}

const rules = [...namedRules, ...saasRules];
const rulesOfKeyword = new Map<string, SecretRule[]>();
const allKeywords = new Set(rules.flatMap((rule) => rule.keywords));
for (const keyword of allKeywords)
  rulesOfKeyword.set(
    keyword,
    rules.filter((rule) => rule.keywords.includes(keyword)),
  );

/** Keywords too common to be a gate of their own; their rules are few and fast. */
const always = new Set(["00", "|", "sk", "s.", ":a", "-us", "q~", "pat", "api-", "live_", "test_", "key-"]);
const keywords = [...rulesOfKeyword.keys()].filter((keyword) => !always.has(keyword));
const gate = createKeywordScan(keywords);
/** What every rule of a common keyword has in common: a run of characters that no prose has. */
const tokenLength = 22;
const tokenCharacters = Uint8Array.from({ length: 128 }, (_, code) =>
  /[A-Za-z0-9_=~%-]/.test(String.fromCharCode(code)) ? 1 : 0,
);

/** The packs whose rules could match a text, with those rules: one pass over the text for all checks. */
function candidates(text: PreparedText): ReadonlyMap<SecretPack, readonly SecretRule[]> {
  if (text.text === "") return none;
  const lower = text.text.toLowerCase();
  const found = new Set<SecretRule>();
  for (const keyword of gate(lower)) for (const rule of rulesOfKeyword.get(keyword) ?? []) found.add(rule);
  if (hasRun(text.text, tokenLength, tokenCharacters))
    for (const keyword of always)
      if (lower.includes(keyword)) for (const rule of rulesOfKeyword.get(keyword) ?? []) found.add(rule);
  return Map.groupBy(found, ({ pack }) => pack);
}

const none: ReadonlyMap<SecretPack, readonly SecretRule[]> = new Map();

const byTarget = {
  input: (subject: Subject) => candidates(subject.text("input")),
  output: (subject: Subject) => candidates(subject.text("output")),
  tool_calls: (subject: Subject) => candidates(subject.text("tool_calls")),
} as const;

/** The secrets of one pack in one text of a datapoint. */
export function secretsOf(
  subject: Subject,
  target: Exclude<TextTarget, "conversation">,
  pack: SecretPack,
): readonly SecretHit[] {
  const wanted = subject.once(byTarget[target]).get(pack) ?? [];
  return wanted.flatMap((rule) => hitsOf(rule, subject.text(target).text));
}

/** Values that a rule finds in a text: not placeholders, and of enough entropy. */
function hitsOf(rule: SecretRule, text: string): readonly SecretHit[] {
  const hits: SecretHit[] = [];
  for (const match of text.matchAll(rule.pattern)) {
    const value = match.groups?.["value"] ?? match[0];
    if (shannonEntropy(value) < rule.minEntropy || isPlaceholder(value)) continue;
    const start = match.index + match[0].lastIndexOf(value);
    hits.push({ rule: rule.id, start, end: start + value.length, value });
    if (hits.length === 20) break;
  }
  return hits;
}

/** Stand-ins of documentation: EXAMPLE keys, runs of one character, counted-up digits, variables. */
function isPlaceholder(value: string): boolean {
  return (
    /example(?!\.com)|placeholder|changeme|your[_-]?|dummy|sample|redacted|x{5,}|\*{4,}|\.{4,}|#{4,}|0{8,}|<[^>]+>|\$\{|\{\{|^\$|%[({]/i.test(
      value,
    ) ||
    /^(.)\1+$/.test(value) ||
    /^(?:password|passwd|pwd|secret|token)$/i.test(value)
  );
}
