import { parse as parseToml } from "smol-toml";
import { parseDocument } from "yaml";
import { messageOf } from "../../../../platform/failure.ts";
import { parseJson } from "../../../../platform/json/json.ts";
import type { CodeBlock } from "../../../../platform/text/code-blocks.ts";
import { defineCheck, property, skipped, z } from "../../definition.ts";
import { codeSecurity } from "../shared-properties.ts";
import { grammarOf } from "../syntax/grammars.ts";
import { runParser } from "../syntax/parser.ts";
import { isWanted, languages } from "./wanted-languages.ts";

export const codeParses = defineCheck({
  ...codeSecurity,
  name: "code_parses",
  title: "Code block parses",
  description:
    "Every fenced block of a known language parses: by its tree-sitter grammar, or as JSON, YAML, TOML or SQL. Leniently a snippet may be the inside of a function or class.",
  costClass: "expensive",
  mode: "online sampled",
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
