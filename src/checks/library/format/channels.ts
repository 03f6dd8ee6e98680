import { z } from "zod";
import { wordsOf } from "../../../platform/text/words.ts";
import { defineCheck, scored } from "../../check.ts";
import { property, skipped, within } from "../../verdicts/outcome.ts";
import { hostOf, isOfHost } from "../output-security/hosts.ts";
import { format, propertyRule } from "./format.ts";

/** Checks of what the answer's channel can display or speak. */
const common = { ...format, severity: "minor", output: propertyRule, tier: 2 } as const;

const unspeakable: readonly (readonly [string, RegExp])[] = [
  ["a code block", /^ {0,3}(?:```|~~~)/m],
  ["a table", /^\s*\|.*\|\s*$/m],
  ["Markdown", /^\s*(?:#{1,6}\s|[-*+]\s|\d{1,3}[.)]\s|>\s)|\*\*[^*\s]|__[^_\s]|(?<!`)`[^`\n]|\[[^\]\n]{1,200}\]\(/m],
  ["an address", /https?:\/\/|\bwww\.|[\w.+-]@[\w-]+\.\w/i],
  ["an emoji", /\p{Extended_Pictographic}(?<![\d#*©®™])/u],
  ["a note in brackets", /\[[^\]\n]{1,200}\]|\((?:laughs?|sighs?|pauses?|music|lacht|rires?)\)/i],
  ["a run of signs", /[^\p{L}\p{N}\s]{3,}(?<!\.\.\.)/u],
  ["a long number", /(?<![\d,.-])\d{5,}(?![\d,.])/],
];

export const voiceReadyText = defineCheck({
  ...common,
  name: "voice_ready_text",
  title: "Ready to be spoken",
  description:
    "The answer contains nothing that a voice cannot read aloud: Markdown, tables, code, addresses, emoji, notes in brackets, runs of signs, ungrouped numbers of more than four digits, sentences of more than `max_words` words.",
  costClass: "medium",
  source: "style rules of voice agents",
  options: z.strictObject({ max_words: z.int().positive().default(30) }),
  evaluate: (subject, { max_words: most }) => {
    const output = subject.text("output");
    for (const [what, pattern] of unspeakable) {
      const match = pattern.exec(output.text);
      if (match) return property(false, `holds ${what}`, [output.evidence(match.index, match.index + match[0].length)]);
    }
    const long = output.sentences.find((sentence) => wordsOf(sentence).length > most);
    return property(
      long === undefined,
      long === undefined ? "can be spoken" : `a sentence of ${wordsOf(long).length} words`,
    );
  },
});

const gsm7 = /^[@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&'()*+,\-./0-9:;<=>?¡A-ZÄÖÑÜ§¿a-zäöñüà\f^{}\\[~\]|€]*$/;

export const smsLength = defineCheck({
  ...common,
  tier: 3,
  name: "sms_length",
  title: "SMS segments",
  description:
    "Segments that the answer takes as an SMS: 160 characters of GSM-7 (153 in several), signs of its extension counting two, else 70 (67) of UCS-2.",
  output: scored("segments; pass ≤ 1"),
  source: "3GPP TS 23.038",
  options: z.strictObject({ max: z.int().positive().default(1) }),
  evaluate: (subject, { max }) => {
    const text = subject.text("output").trimmed;
    const isGsm = gsm7.test(text);
    const length = text.length + (isGsm ? (text.match(/[\f^{}\\[~\]|€]/g)?.length ?? 0) : 0);
    const [single, several] = isGsm ? [160, 153] : [70, 67];
    return within(
      length <= single ? 1 : Math.ceil(length / several),
      { max },
      `segments of ${isGsm ? "GSM-7" : "UCS-2"}`,
    );
  },
});

const Domains = z.array(z.string().min(3).max(253)).max(1000).default([]);

export const urlAllowedDomains = defineCheck({
  ...common,
  name: "url_allowed_domains",
  title: "Links only to allowed domains",
  description: "The domain of every web address in the answer is one of `allow`, or below one, and none of `deny`.",
  severity: "major",
  source: "LLM Guard; OWASP LLM05",
  options: z.strictObject({ allow: Domains, deny: Domains, allow_subdomains: z.boolean().default(true) }),
  evaluate: (subject, { allow, deny, allow_subdomains: below }) => {
    if (allow.length + deny.length === 0) return skipped("no domains are configured");
    const output = subject.text("output");
    if (output.urls.length === 0) return skipped("the answer holds no address");
    const isOf = (host: string, domain: string) => (below ? isOfHost(host, domain) : host === domain.toLowerCase());
    const wrong = output.urls.filter(({ url }) => {
      const host = hostOf(url)?.replace(/^www\./, "") ?? "";
      return (
        deny.some((domain) => isOfHost(host, domain)) ||
        (allow.length > 0 && !allow.some((domain) => isOf(host, domain)))
      );
    });
    return property(
      wrong.length === 0,
      wrong.length === 0
        ? `${output.urls.length} addresses are allowed`
        : `not allowed: ${[...new Set(wrong.map(({ url }) => hostOf(url) ?? url))].slice(0, 10).join(", ")}`,
      wrong.slice(0, 10).map(({ start, end }) => output.evidence(start, end)),
    );
  },
});
