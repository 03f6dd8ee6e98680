import { distance } from "fastest-levenshtein";
import { z } from "zod";
import { sourceText } from "../../../datapoints/sources/sources.ts";
import { wholeWordPositions } from "../../../datapoints/text/phrases.ts";
import { emailsIn } from "../../../platform/sensitive/personal-data.ts";
import { phonesIn } from "../../../platform/sensitive/phone.ts";
import { defineCheck, passesWhenFalse, passesWhenTrue, usually } from "../../check.ts";
import { defect, property, skipped } from "../../verdicts/outcome.ts";
import { hostOf, isOfHost } from "../output-security/hosts.ts";

/** Checks of a company's rules on topics, names and contacts. */
const common = { ...usually, category: "Business policy", tier: 2 } as const;

const Terms = z
  .array(z.union([z.string().min(1), z.strictObject({ term: z.string().min(1), weight: z.number() })]))
  .max(1000);

export const bannedTopicTerms = defineCheck({
  ...common,
  name: "banned_topic_terms",
  title: "Terms of banned topics",
  description:
    "Different terms of a topic's list in the text, each with its weight (default 1), add up to the threshold: an inexpensive alarm before `off_topic`.",
  severity: "major",
  judges: "texts",
  targets: ["output", "input"],
  needs: ["config"],
  output: passesWhenFalse,
  source: "LLM Guard BanTopics (lexical stand-in)",
  options: z.strictObject({
    /** Terms by topic: `{"politics": ["election", {"term": "party", "weight": 0.5}]}`. */
    topics: z.record(z.string().min(1), Terms).default({}),
    threshold: z.number().positive().default(2),
    target: z.enum(["output", "input"]).default("output"),
  }),
  evaluate: (subject, { topics, threshold, target }) => {
    if (Object.keys(topics).length === 0) return skipped("no topics are configured");
    const text = subject.text(target);
    for (const [topic, terms] of Object.entries(topics)) {
      const found = terms
        .map((each) => (typeof each === "string" ? { term: each, weight: 1 } : each))
        .flatMap(({ term, weight }) =>
          wholeWordPositions(text, term)
            .slice(0, 1)
            .map((at) => ({ term, weight, at })),
        );
      const score = found.reduce((sum, { weight }) => sum + weight, 0);
      if (score >= threshold)
        return defect(
          true,
          `${topic} (score ${score}): ${found
            .map(({ term }) => term)
            .slice(0, 10)
            .join(", ")}`,
          found.slice(0, 10).map(({ term, at }) => text.foldedEvidence(at, at + term.length)),
        );
    }
    return defect(false, "no topic reaches the threshold");
  },
});

export const brandNamesSpelledRight = defineCheck({
  ...common,
  name: "brand_names_spelled_right",
  title: "Brand names spelled right",
  description:
    "Each word of the answer that equals a listed name except for case, or for one edit in names of six or more letters, is spelled as listed; optionally the first one carries ™ or ®.",
  severity: "minor",
  needs: ["config"],
  output: passesWhenTrue,
  source: "brand guides",
  options: z.strictObject({
    names: z.array(z.string().min(2).max(100)).max(500).default([]),
    require_mark: z.boolean().default(false),
  }),
  evaluate: (subject, { names, require_mark: requires }) => {
    if (names.length === 0) return skipped("no names are configured");
    const output = subject.text("output");
    let seen = 0;
    for (const name of names) {
      const ranges = similarRanges(output.text, name);
      seen += ranges.length;
      const wrong = ranges.find(({ text }) => text !== name);
      if (wrong)
        return property(false, `“${wrong.text}” instead of “${name}”`, [
          output.evidence(wrong.start, wrong.start + wrong.text.length),
        ]);
      const [first] = ranges;
      if (requires && first && !/^\s?[™®]/.test(output.text.slice(first.start + name.length)))
        return property(false, `${name} without its mark`);
    }
    return seen === 0 ? skipped("the answer holds none of the names") : property(true, `${seen} names are spelt right`);
  },
});

export const contactDetailsCorrect = defineCheck({
  ...common,
  name: "contact_details_correct",
  title: "Contact details are the official ones",
  description:
    "Every email address, phone number and web address in the answer is one of the official ones (or, for domains, a subdomain), or occurs in the conversation. Kinds without a list are ignored.",
  severity: "critical",
  costClass: "medium",
  needs: ["config"],
  output: passesWhenTrue,
  source: "invented hotlines",
  options: z.strictObject({
    emails: z.array(z.string().min(3)).max(500).default([]),
    phones: z.array(z.string().min(3)).max(500).default([]),
    urls: z.array(z.string().min(3)).max(500).default([]),
    allow_given: z.boolean().default(true),
  }),
  evaluate: (subject, { emails, phones, urls, allow_given: allows }) => {
    if (emails.length + phones.length + urls.length === 0) return skipped("no official contacts are configured");
    const output = subject.text("output");
    const digits = (text: string) => text.replace(/\D/g, "").replace(/^0+/, "");
    const given = allows ? subject.once(sourceText).toLowerCase() : "";
    const found = [
      ...(emails.length === 0
        ? []
        : emailsIn(output).map((each) => ({
            ...each,
            known: emails.some((email) => email.toLowerCase() === each.value.toLowerCase()),
          }))),
      ...(phones.length === 0
        ? []
        : phonesIn(output.text, ["US", "GB", "DE", "FR", "ES", "IT"]).map((each) => ({
            ...each,
            known: phones.some((phone) => sameNumber(digits(phone), digits(each.value))),
          }))),
      ...(urls.length === 0
        ? []
        : output.urls.map(({ url, start, end }) => ({
            value: url,
            start,
            end,
            known: urls.some((each) => isOfHost(hostOf(url) ?? "", hostOf(each) ?? each.replace(/\/.*$/, ""))),
          }))),
    ];
    if (found.length === 0) return skipped("the answer gives no contact");
    const wrong = found.filter(({ known, value }) => !known && !(allows && given.includes(value.toLowerCase())));
    return property(
      wrong.length === 0,
      wrong.length === 0
        ? `${found.length} contacts are official`
        : `not official: ${wrong
            .slice(0, 5)
            .map(({ value }) => value)
            .join(", ")}`,
      wrong.slice(0, 10).map(({ start, end }) => output.evidence(start, end)),
    );
  },
});

/** Compares numbers, ignoring a country code. */
const sameNumber = (one: string, other: string) =>
  one.length > 5 && other.length > 5 && (one.endsWith(other) || other.endsWith(one));

function similarRanges(text: string, name: string): readonly { readonly text: string; readonly start: number }[] {
  const words = name.split(/\s+/).length;
  const pattern = new RegExp(
    `(?<![\\p{L}\\p{N}.@/_-])[\\p{L}\\p{N}&+'’-]+(?:\\s[\\p{L}\\p{N}&+'’-]+){${words - 1}}(?![\\p{L}\\p{N}@_])`,
    "gu",
  );
  const [lower, letters] = [name.toLowerCase(), name.length];
  const found: { text: string; start: number }[] = [];
  // Every word may start a name of several words, so matching advances word by word.
  for (let match = pattern.exec(text); match && found.length < 200; match = pattern.exec(text)) {
    const [candidate] = match;
    const bare = candidate.replace(/['’]s?$/, "");
    const [same, near] = [
      bare.toLowerCase() === lower,
      letters >= 6 &&
        Math.abs(bare.length - letters) <= 1 &&
        bare[0]?.toLowerCase() === lower[0] &&
        distance(bare.toLowerCase(), lower) === 1,
    ];
    if (same || (near && !bare.toLowerCase().startsWith(lower))) found.push({ text: bare, start: match.index });
    else if (words > 1) pattern.lastIndex = match.index + (/^\S+\s/.exec(candidate)?.[0].length ?? candidate.length);
  }
  return found;
}
