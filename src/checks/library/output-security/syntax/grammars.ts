/** Bundled tree-sitter grammars, by file name. */
const grammarNames = [
  "bash",
  "c-sharp",
  "cpp",
  "css",
  "go",
  "java",
  "javascript",
  "php",
  "powershell",
  "python",
  "ruby",
  "rust",
  "tsx",
  "typescript",
] as const;
export type GrammarName = (typeof grammarNames)[number];

/** The grammar by the language tag of a code fence. */
export const grammarOf: ReadonlyMap<string, GrammarName> = new Map(
  Object.entries({
    bash: "bash sh shell zsh",
    "c-sharp": "csharp cs c#",
    cpp: "c cpp c++ cc cxx h hpp",
    css: "css",
    go: "go golang",
    java: "java",
    javascript: "javascript js jsx mjs cjs node",
    php: "php",
    powershell: "powershell ps1 pwsh",
    python: "python py python3",
    ruby: "ruby rb",
    rust: "rust rs",
    tsx: "tsx",
    typescript: "typescript ts mts cts",
  } satisfies Record<GrammarName, string>).flatMap(([grammar, names]) =>
    names.split(" ").map((name) => [name, grammar as GrammarName] as const),
  ),
);
