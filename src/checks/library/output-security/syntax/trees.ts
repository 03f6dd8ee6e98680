import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { Language, Node, Parser } from "@vscode/tree-sitter-wasm";
import { Failure } from "../../../../platform/failure.ts";
import type { GrammarName } from "./grammars.ts";

const require = createRequire(import.meta.url);
const main = require.resolve("@vscode/tree-sitter-wasm");
const folder = dirname(main);
const treeSitter = require(main) as { readonly Parser: typeof Parser; readonly Language: typeof Language };

const grammars = new Map<GrammarName, Promise<Language>>();
let initialized: Promise<void> | undefined;

export async function withTree<Made>(grammar: GrammarName, code: string, use: (root: Node) => Made): Promise<Made> {
  await (initialized ??= treeSitter.Parser.init());
  const language = await grammarNamed(grammar);
  const parser = new treeSitter.Parser();
  parser.setLanguage(language);
  const tree = parser.parse(code);
  try {
    if (!tree) throw new Failure("defect", "the parser gave up");
    return use(tree.rootNode);
  } finally {
    tree?.delete();
    parser.delete();
  }
}

/**
 * Returns the positions where the code does not parse, one line each; with `lenient` it may be the inside of a
 * function or a class.
 */
export async function syntaxErrors(grammar: GrammarName, code: string, lenient: boolean): Promise<readonly string[]> {
  const problems = await withTree(grammar, code, errorsIn);
  if (problems.length === 0 || !lenient) return problems;
  for (const wrap of wrappings[grammar] ?? [])
    if ((await withTree(grammar, wrap(code), errorsIn)).length === 0) return [];
  return problems;
}

function grammarNamed(grammar: GrammarName): Promise<Language> {
  const known = grammars.get(grammar);
  if (known) return known;
  const made = readFile(join(folder, `tree-sitter-${grammar}.wasm`)).then((bytes) => treeSitter.Language.load(bytes));
  grammars.set(grammar, made);
  return made;
}

/** Code around a snippet that makes it complete. */
const wrappings: Partial<Record<GrammarName, readonly ((code: string) => string)[]>> = {
  java: [(code) => `class A { ${code}\n}`, (code) => `class A { void f() { ${code}\n} }`],
  "c-sharp": [(code) => `class A { ${code}\n}`, (code) => `class A { void F() { ${code}\n} }`],
  cpp: [(code) => `void f() { ${code}\n}`, (code) => `class A { ${code}\n};`],
  go: [(code) => `package main\n${code}`, (code) => `package main\nfunc f() {\n${code}\n}`],
  rust: [(code) => `fn f() { ${code}\n}`, (code) => `impl A { ${code}\n}`],
  php: [(code) => `<?php\n${code}`, (code) => `<?php class A { ${code}\n}`],
  python: [dedented, (code) => `async def f():\n${code.replace(/^/gm, "    ")}`],
  javascript: [(code) => `async function* f() { ${code}\n}`, (code) => `class A { ${code}\n}`, (code) => `(${code}\n)`],
  typescript: [(code) => `async function* f() { ${code}\n}`, (code) => `class A { ${code}\n}`],
  tsx: [(code) => `async function* f() { ${code}\n}`, (code) => `class A { ${code}\n}`],
  css: [(code) => `a { ${code}\n}`],
  ruby: [(code) => `def f\n${code}\nend`],
};

function dedented(code: string): string {
  const indents = code.split("\n").flatMap((line) => (line.trim() === "" ? [] : [/^\s*/.exec(line)?.[0].length ?? 0]));
  const least = Math.min(...indents);
  return code
    .split("\n")
    .map((line) => line.slice(least))
    .join("\n");
}

function errorsIn(root: Node): readonly string[] {
  if (!root.hasError) return [];
  const problems: string[] = [];
  const stack: Node[] = [root];
  for (let node = stack.pop(); node && problems.length < 5; node = stack.pop()) {
    if (node.isMissing) problems.push(`line ${node.startPosition.row + 1}: ${node.type} is missing`);
    else if (node.isError)
      problems.push(`line ${node.startPosition.row + 1}: “${node.text.slice(0, 40).replaceAll("\n", " ")}”`);
    else if (node.hasError) for (const child of node.children.toReversed()) if (child) stack.push(child);
  }
  return problems.length === 0 ? ["does not parse"] : problems;
}
