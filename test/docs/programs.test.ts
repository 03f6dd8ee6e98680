import { execFileSync } from "node:child_process";
import { readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterAll, expect, test } from "vitest";
import { typescriptFlow } from "../../cli/src/templates/typescript-flow.ts";
import { ran } from "../support/service/command.ts";
import { temporaryFolder } from "../support/service/folder.ts";

const root = resolve(import.meta.dirname, "../..");
const folder = temporaryFolder();
afterAll(() => folder[Symbol.dispose]());

const pages = execFileSync(
  "git",
  ["ls-files", "README.md", "docs/*.md", "sdk/typescript/README.md", "instrumentation/README.md"],
  {
    cwd: root,
    encoding: "utf8",
  },
)
  .trim()
  .split("\n");

/** Names that pages use for what is the reader's own. */
const own = `
import OpenAI from "openai";
import Anthropic from "@anthropic-ai/sdk";
import { ChatOpenAI } from "@langchain/openai";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
declare global {
  const question: string;
  const providerKey: string;
  const gaffeToken: string;
  function answer(question: unknown): Promise<string>;
}
`;
/** A page on the proxy shows one line for each SDK; the imports are those of the SDK's name. */
const imports = own.split("\n").filter((line) => line.startsWith("import"));

function programs(): Readonly<Record<string, string>> {
  const ofPages = pages.flatMap((page) => {
    const text = readFileSync(join(root, page), "utf8");
    const blocks = Array.from(
      text.matchAll(/^```(?:ts|typescript|js|javascript)\b[^\n]*\n([\s\S]*?)^```$/gm),
      ([, block = ""]) => block,
    );
    // A page's later program may go on from its first, as a README does.
    return blocks.map((block, index) => [`${page.replaceAll(/\W/g, "-")}-${index}.ts`, complete(block)] as const);
  });
  return { ...Object.fromEntries(ofPages), "template.ts": typescriptFlow };
}

/** Adds the imports that an excerpt leaves out. */
function complete(block: string): string {
  const missing = imports.filter((line) => {
    const [, name = ""] = /import \{? ?(\w+)/.exec(line) ?? [];
    return (
      new RegExp(`\\b${name}\\(`).test(block) && !block.includes(`import ${name}`) && !block.includes(`{ ${name} }`)
    );
  });
  return `${missing.join("\n")}\n${block}\nexport {};\n`;
}

test("the programs of the docs and of gaffe init pass tsc --strict", async () => {
  const files = programs();
  expect(Object.keys(files).length).toBeGreaterThan(20);
  const work = folder.path;
  symlinkSync(join(root, "node_modules"), join(work, "node_modules"));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(work, name), text);
  writeFileSync(
    join(work, "own.d.ts"),
    `${own
      .split("\n")
      .filter((line) => !line.startsWith("import"))
      .join("\n")}export {};\n`,
  );
  writeFileSync(join(work, "package.json"), '{ "type": "module" }');
  const config = {
    compilerOptions: {
      strict: true,
      noEmit: true,
      target: "es2023",
      module: "nodenext",
      types: ["node"],
      skipLibCheck: true,
      allowImportingTsExtensions: true,
      paths: {
        "@gaffe/sdk": [join(root, "sdk/typescript/src/index.ts")],
        "@gaffe/sdk/vitest": [join(root, "sdk/typescript/src/vitest.ts")],
        "@gaffe/instrumentation": [join(root, "instrumentation/src/index.ts")],
      },
    },
    files: [...Object.keys(files), "own.d.ts"],
  };
  writeFileSync(join(work, "tsconfig.json"), JSON.stringify(config));
  const { status, stdout } = await ran("npx", ["tsc", "-p", work], { cwd: root });
  expect([status, stdout]).toEqual([0, ""]);
});
