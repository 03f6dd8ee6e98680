import { z } from "zod";
import { linearPattern } from "../../../platform/text/linear-pattern.ts";
import { defineCheck } from "../../check.ts";
import { property, skipped } from "../../verdicts/outcome.ts";
import { format, propertyRule } from "./format.ts";

const common = { ...format, severity: "minor", output: propertyRule, tier: 2 } as const;

export const tagBlocksBalanced = defineCheck({
  ...common,
  name: "tag_blocks_balanced",
  title: "XML-style tag blocks closed",
  description:
    "Each tag of `tags`, or without them every non-HTML tag of the answer, is closed in order; each of `required` occurs exactly once.",
  severity: "major",
  source: "prompts with tags (Anthropic's guidance)",
  options: z.strictObject({
    tags: z.array(Name()).max(100).default([]),
    required: z.array(Name()).max(100).default([]),
  }),
  evaluate: (subject, { tags, required }) => {
    const output = subject.text("output");
    const watched = new Set([...tags, ...required]);
    const found = [...output.outsideCode.matchAll(/<(\/?)([A-Za-z][\w.-]{0,60})(?:\s[^<>]{0,500})?(\/?)>/g)]
      .map(([whole, slash, name = "", self]) => ({ whole, name, closes: slash !== "", isWhole: self !== "" }))
      .filter(({ name }) => (tags.length > 0 ? watched.has(name) : watched.has(name) || !isHtml.test(name)));
    if (found.length === 0 && required.length === 0) return skipped("the answer holds no such tag");
    const once = required.find((name) => found.filter((tag) => tag.name === name && !tag.closes).length !== 1);
    if (once !== undefined) return property(false, `<${once}> does not occur exactly once`);
    const open: string[] = [];
    for (const { name, closes, isWhole, whole } of found) {
      if (!closes && !isWhole) open.push(name);
      else if (closes && open.pop() !== name)
        return property(false, `${whole} closes nothing that is open`, rangeOf(whole));
    }
    return property(
      open.length === 0,
      open.length === 0 ? `${found.length} tags are balanced` : `<${open.at(-1)}> is not closed`,
    );

    function rangeOf(tag: string) {
      const at = output.text.indexOf(tag);
      return at === -1 ? [] : [output.evidence(at, at + tag.length)];
    }
  },
});

const pairs: Readonly<Record<string, string>> = { ")": "(", "]": "[", "}": "{" };

export const bracketsBalanced = defineCheck({
  ...common,
  name: "brackets_balanced",
  title: "Brackets balanced",
  description:
    "Outside code and quotation marks, round, square and curly brackets close in order, but for `tolerance` mistakes; list marks (“a)”) and smileys do not count.",
  source: "structure of prose and formulas",
  options: z.strictObject({ tolerance: z.int().nonnegative().default(0) }),
  evaluate: (subject, { tolerance }) => {
    const text = subject
      .text("output")
      .prose.replace(/"[^"\n]{0,1000}"|“[^”\n]{0,1000}”|„[^“\n]{0,1000}“/g, " ")
      .replace(/^\s*(?:\p{L}|\d{1,3}|[ivx]{1,5})\)/gimu, " ")
      .replace(/(?:[:;=8xX]['-]?[()[\]{}]+|[()]+['-]?[:;])/g, " ")
      .replace(/(?<=\s)(?:\p{L}|\d{1,2}|[ivx]{1,4})\)(?=\s)/gu, (mark, at: number, all: string) =>
        all.slice(Math.max(0, at - 60), at).includes("(") ? mark : " ",
      );
    const open: string[] = [];
    let mistakes = 0;
    let seen = 0;
    for (const [sign] of text.matchAll(/[()[\]{}]/g)) {
      seen++;
      const opener = pairs[sign];
      if (opener === undefined) open.push(sign);
      else if (open.at(-1) === opener) open.pop();
      else mistakes++;
    }
    if (seen === 0) return skipped("the answer holds no bracket");
    mistakes += open.length;
    return property(
      mistakes <= tolerance,
      mistakes === 0 ? `${seen} brackets are balanced` : `${mistakes} brackets without their other`,
    );
  },
});

export const matchesTemplate = defineCheck({
  ...common,
  name: "matches_template",
  title: "Follows the template",
  description:
    "The answer is the template with something in the place of each slot, `[PLACEHOLDER]` or `{name}`; white space at line ends does not count.",
  severity: "major",
  needs: ["config"],
  source: "IFBench format:template",
  options: z.strictObject({ template: z.string().min(1).max(10_000).optional() }),
  evaluate: (subject, { template }) => {
    if (template === undefined) return skipped("no template is configured");
    const tidy = (text: string) => text.replace(/[^\S\n]+$/gm, "").trim();
    const parts = tidy(template).split(/\[[A-Z][A-Z0-9 _-]{0,60}\]|\{[A-Za-z_]\w{0,60}\}/);
    const pattern = parts.map((part) => part.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&")).join("([\\s\\S]+?)");
    const answer = tidy(subject.text("output").text);
    const holds = linearPattern(pattern).isWhole(answer);
    const missing = holds ? undefined : parts.find((part) => !answer.includes(part.trim()));
    return property(
      holds,
      holds
        ? "follows the template"
        : missing === undefined
          ? "the parts are in another order, or a slot is empty"
          : `without “${missing.trim().slice(0, 60)}”`,
    );
  },
});

export const commitMessageFormat = defineCheck({
  ...common,
  tier: 3,
  name: "commit_message_format",
  title: "Commit message follows the convention",
  description:
    "The first line is `type(scope)!: subject` with an allowed type and at most `max` characters, and a blank line follows where there is a body.",
  source: "Conventional Commits 1.0.0",
  options: z.strictObject({
    types: z
      .array(z.string().min(1))
      .min(1)
      .default("feat fix docs style refactor perf test build ci chore revert".split(" ")),
    max: z.int().positive().default(72),
  }),
  evaluate: (subject, { types, max }) => {
    const [first = "", second, ...rest] = subject
      .text("output")
      .trimmed.replace(/^```\w*\n|\n```$/g, "")
      .split("\n");
    const type = /^([a-z]+)(?:\([^()\n]{1,60}\))?!?: \S/.exec(first)?.[1];
    if (type === undefined || !types.includes(type))
      return property(false, `the first line is “${first.slice(0, 80)}”`);
    if (first.length > max) return property(false, `the first line has ${first.length} characters, at most ${max}`);
    const joined = (second ?? "").trim() !== "" && [second, ...rest].length > 0;
    return property(!joined, joined ? "no blank line before the body" : `a commit of type ${type}`);
  },
});

function Name() {
  return z.string().regex(/^[A-Za-z][\w.-]*$/, "the name of a tag");
}

const isHtml =
  /^(?:a|abbr|address|area|article|aside|audio|b|base|bdi|bdo|blockquote|body|br|button|canvas|caption|cite|code|col|colgroup|data|dd|del|details|dfn|div|dl|dt|em|embed|fieldset|figcaption|figure|footer|form|h[1-6]|head|header|hr|html|i|iframe|img|input|ins|kbd|label|legend|li|link|main|map|mark|meta|nav|ol|optgroup|option|p|picture|pre|q|rp|rt|ruby|s|samp|script|section|select|small|source|span|strong|style|sub|summary|sup|svg|table|tbody|td|template|textarea|tfoot|th|thead|time|title|tr|track|u|ul|var|video|wbr)$/i;
