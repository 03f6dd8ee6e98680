import { parse as parseToml } from "smol-toml";
import { parseDocument } from "yaml";
import { z } from "zod";
import { messageOf } from "../../../platform/failure.ts";
import { parseJson } from "../../../platform/json/json.ts";
import type { CodeBlock } from "../../../platform/text/code-blocks.ts";
import { defineCheck, passesWhenFalse, passesWhenTrue, scored, usually } from "../../check.ts";
import { defect, property, skipped, within } from "../../verdicts/outcome.ts";
import { evidenceOf, ofBlock } from "./found-code.ts";
import { insecureFlows } from "./insecure-rules.ts";
import { insecureSettings } from "./insecure-settings.ts";
import { grammarOf } from "./syntax/grammars.ts";
import { runParser } from "./syntax/parser.ts";

const common = { ...usually, category: "Output security", severity: "major" } as const;
const languages = z.union([z.literal("auto"), z.array(z.string())]).default("auto");
const isWanted = (wanted: "auto" | readonly string[], language: string) =>
  wanted === "auto" || wanted.includes(language);

export const codeParses = defineCheck({
  ...common,
  name: "code_parses",
  title: "Code block parses",
  description:
    "Every fenced block of a known language parses: by its tree-sitter grammar, or as JSON, YAML, TOML or SQL. Leniently a snippet may be the inside of a function or class.",
  costClass: "expensive",
  mode: "online sampled",
  output: passesWhenTrue,
  source: "Okareo does_code_compile; UpTrain",
  options: z.strictObject({
    languages,
    require_block: z.boolean().default(false),
    lenient_snippet: z.boolean().default(true),
  }),
  evaluate: (subject, options) => {
    const output = subject.text("output");
    const blocks = output.codeBlocks.filter(
      ({ language, code }) => code.trim() !== "" && isWanted(options.languages, language) && isKnown(language),
    );
    if (blocks.length === 0)
      return options.require_block
        ? property(false, "there is no code block of a known language")
        : skipped("there is no code block of a known language");
    for (const block of blocks) {
      const problems = problemsOf(block, options.lenient_snippet);
      if (problems.length > 0)
        return property(false, `${block.language}: ${problems.join("; ")}`, [output.evidence(block.start, block.end)]);
    }
    return property(true, `${blocks.length} code blocks parse`);
  },
});

export const containsAllImports = defineCheck({
  ...common,
  name: "contains_all_imports",
  title: "Code imports what it uses",
  description:
    "Share of the names that the answer's Python, JavaScript or TypeScript uses as a module or calls, and that it imports, defines or gets from the language.",
  costClass: "expensive",
  mode: "online sampled",
  output: scored("0..1; pass ≥ 1"),
  source: "Okareo contains_all_imports",
  options: z.strictObject({
    languages: z
      .array(z.enum(["python", "javascript", "typescript"]))
      .min(1)
      .default(["python", "javascript", "typescript"]),
  }),
  evaluate: (subject, options) => {
    const output = subject.text("output");
    let used = 0;
    const missing: string[] = [];
    for (const language of options.languages) {
      // One program may be split over several blocks.
      const code = output.codeBlocks
        .filter((block) => grammarOf.get(block.language) === language)
        .map((block) => block.code);
      if (code.length === 0) continue;
      const answer = runParser({ task: "missing imports", language, code: code.join("\n") });
      used += answer.used ?? 0;
      missing.push(...answer.problems);
    }
    if (used === 0) return skipped("no code of these languages uses a name");
    const outcome = within(1 - missing.length / used, { min: 1 }, "share of names that are imported or defined");
    return missing.length === 0 || outcome.kind !== "failed"
      ? outcome
      : { ...outcome, explanation: `neither imported nor defined: ${missing.slice(0, 10).join(", ")}` };
  },
});

export const codeBlockPresent = defineCheck({
  ...common,
  name: "code_block_present",
  title: "Code block in the requested language",
  description: "The answer holds at least `min` and at most `max` fenced blocks of the languages, or of any.",
  severity: "minor",
  output: passesWhenTrue,
  source: "promptfoo; LLM Guard Code",
  options: z.strictObject({
    languages: z.array(z.string()).default([]),
    min: z.int().nonnegative().default(1),
    max: z.int().nonnegative().optional(),
  }),
  evaluate: (subject, { languages, min, max = Infinity }) => {
    const output = subject.text("output");
    const wanted = new Set(
      languages.flatMap((each) => [each.toLowerCase(), grammarOf.get(each.toLowerCase()) ?? each]),
    );
    const blocks = output.codeBlocks.filter(
      ({ language }) => wanted.size === 0 || wanted.has(language) || wanted.has(grammarOf.get(language) ?? ""),
    );
    return property(
      blocks.length >= min && blocks.length <= max,
      `${blocks.length} code blocks${languages.length === 0 ? "" : ` in ${languages.join(", ")}`}`,
      blocks.slice(0, 5).map(({ start, end }) => output.evidence(start, end)),
    );
  },
});

const insecureRules = [...insecureFlows, ...insecureSettings];
const severities = ["low", "medium", "high"] as const;

export const insecureCodePattern = defineCheck({
  ...common,
  name: "insecure_code_pattern",
  title: "Insecure code pattern",
  description:
    "A code block holds a known weakness (CWE): evaluated input, unsafe deserialisation, shell or SQL from pieces, weak cryptography, disabled certificate checks, unbounded copies, unescaped HTML. Comments are not looked at.",
  costClass: "medium",
  output: passesWhenFalse,
  source: "PurpleLlama CodeShield; bandit; semgrep rules",
  options: z.strictObject({
    languages,
    min_severity: z.enum(severities).default("medium"),
    rules: z.union([z.literal("default"), z.array(z.string())]).default("default"),
  }),
  evaluate: (subject, options) => {
    const output = subject.text("output");
    const blocks = output.codeBlocks.filter(({ language }) => isWanted(options.languages, language));
    if (blocks.length === 0) return skipped("the answer holds no code block");
    const least = severities.indexOf(options.min_severity);
    const chosen = insecureRules.filter(
      ({ id, severity }) =>
        severities.indexOf(severity) >= least && (options.rules === "default" || options.rules.includes(id)),
    );
    const found = blocks.flatMap((block) => {
      const grammar = block.language === "c" ? "c" : (grammarOf.get(block.language) ?? block.language);
      const language = grammar === "tsx" ? "typescript" : grammar;
      const code = withoutComments(block.code, language);
      return chosen.flatMap(({ id, cwe, languages: ofRule, pattern }) => {
        // A block without a language is checked against the rules of all languages.
        if (!ofRule.includes("*") && language !== "" && !ofRule.includes(language)) return [];
        const match = pattern.exec(code);
        const piece = ofBlock(output.text, block);
        return match
          ? [
              {
                explanation: `CWE-${cwe} ${id.replaceAll("_", " ")}`,
                evidence: evidenceOf(subject, piece, match.index, match[0].length),
              },
            ]
          : [];
      });
    });
    return defect(
      found.length > 0,
      found.length === 0 ? "no insecure pattern" : [...new Set(found.map(({ explanation }) => explanation))].join(", "),
      found.slice(0, 10).flatMap(({ evidence }) => evidence),
    );
  },
});

const ownParsers = new Map<string, (code: string, lenient: boolean) => readonly string[]>([
  ["json", (code) => problemOfJson(code)],
  [
    "yaml",
    (code) =>
      parseDocument(code)
        .errors.slice(0, 3)
        .map(({ message }) => message.split("\n")[0] ?? ""),
  ],
  [
    "yml",
    (code) =>
      parseDocument(code)
        .errors.slice(0, 3)
        .map(({ message }) => message.split("\n")[0] ?? ""),
  ],
  ["toml", (code) => thrownBy(() => parseToml(code))],
  ["sql", (code) => runParser({ task: "sql", dialect: "postgresql", sql: code }).problems],
]);

function isKnown(language: string): boolean {
  return grammarOf.has(language) || ownParsers.has(language);
}

function problemsOf({ language, code }: CodeBlock, lenient: boolean): readonly string[] {
  const own = ownParsers.get(language);
  if (own) return own(code, lenient);
  const grammar = grammarOf.get(language);
  return grammar === undefined ? [] : runParser({ task: "syntax errors", language: grammar, code, lenient }).problems;
}

function problemOfJson(code: string): readonly string[] {
  const read = parseJson(code);
  return read.ok ? [] : [read.message];
}

function thrownBy(run: () => unknown): readonly string[] {
  try {
    run();
    return [];
  } catch (thrown) {
    return [messageOf(thrown).split("\n")[0] ?? ""];
  }
}

/** Replaces comments by spaces, so that positions stay valid. */
function withoutComments(code: string, language: string): string {
  const hashes = /^(?:python|ruby|bash|php|powershell|perl)?$/.test(language);
  const slashes = !/^(?:python|ruby|bash|powershell|perl)$/.test(language);
  const blank = (comment: string) => comment.replace(/[^\n]/g, " ");
  let bare = code;
  if (slashes) bare = bare.replace(/\/\*[\s\S]*?\*\/|(?<![:"'\\])\/\/[^\n]*/g, blank);
  if (hashes) bare = bare.replace(/(?:^|(?<=\s))#[^\n]*/gm, blank);
  return bare;
}
