import { member } from "../../../platform/json/json.ts";
import { linearPattern } from "../../../platform/text/linear-pattern.ts";
import { defineCheck, property, skipped, UserPattern, usually, z } from "../definition.ts";

export const translationPlaceholdersPreserved = defineCheck({
  ...usually,
  name: "translation_placeholders_preserved",
  title: "Placeholders survive translation",
  description:
    "Placeholders, tags and entities (`{0}`, `{{name}}`, `%s`, `%1$d`, `${x}`, `<b>`, `&nbsp;`) occur in the answer as often as in the source: `source` of the expected result, or else the user's message.",
  category: "Language and translation",
  severity: "critical",
  targets: ["input", "output"],
  needs: ["source"],
  source: "localisation linters; MQM markup errors",
  options: z.strictObject({ patterns: z.array(UserPattern).max(20).default([]) }),
  evaluate: (subject, { patterns }) => {
    const given = member(subject.expected, "source");
    const source = typeof given === "string" ? given : subject.input;
    const wanted = placeholdersIn(source, patterns);
    if (wanted.length === 0) return skipped("the source holds no placeholder");
    const found = placeholdersIn(subject.output, patterns);
    const lost = without(wanted, found);
    const added = without(found, wanted);
    const differences = [
      ...(lost.length === 0 ? [] : [`lost: ${lost.join(", ")}`]),
      ...(added.length === 0 ? [] : [`added: ${added.join(", ")}`]),
    ];
    return property(
      differences.length === 0,
      differences.length === 0 ? "every placeholder is there" : differences.join("; "),
    );
  },
});

const placeholder =
  /\{\{\s*[\w.-]{1,60}\s*\}\}|\$\{[\w.]{1,60}\}|\{[\w.]{0,40}(?:,\s*(?:plural|select|number|date|time|selectordinal)\b)?|%(?:\d+\$)?[-+0# ]{0,3}\d{0,3}(?:\.\d{1,2})?[sdifuxXcegq@](?![a-z])|%\([\w.]{1,40}\)[sd]|<\/?[a-zA-Z][\w-]{0,30}(?:\s[^<>]{0,200})?\/?>|&(?:[a-zA-Z]{2,20}|#x?[0-9a-fA-F]{1,6});|\[\[[\w.]{1,40}\]\]/g;

function placeholdersIn(text: string, own: readonly string[]): readonly string[] {
  const found = [...text.matchAll(placeholder)]
    .map(([each]) => each.replace(/\s+/g, " "))
    .filter((each) => each !== "{");
  for (const pattern of own) {
    let rest = text;
    for (
      let match = linearPattern(pattern).find(rest);
      match && match.end > match.start && found.length < 1000;
      match = linearPattern(pattern).find(rest)
    ) {
      found.push(rest.slice(match.start, match.end));
      rest = rest.slice(match.end);
    }
  }
  return found;
}

/** Returns the multiset difference. */
function without(some: readonly string[], others: readonly string[]): readonly string[] {
  const left = Map.groupBy(others, (each) => each);
  return some.filter((each) => left.get(each)?.pop() === undefined);
}
