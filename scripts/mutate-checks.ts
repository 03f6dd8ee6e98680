/**
 * Mutates the checks one small change at a time and counts the mutants that their own cases detect, by
 * category. Up to `--per-file` mutants of each file, spread evenly. Writes docs/checks/mutation.md. Run: npm
 * run mutate-checks [-- --per-file 15 --only format --survivors]
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { Worker } from "node:worker_threads";
import { mutantsOf } from "./mutation/mutants.ts";
import type { FromWorker, MutationTask } from "./mutation/worker.ts";

/** A mutant that takes longer is taken as an endless loop, and counts as detected. */
const timeoutMs = 20_000;

const { values } = parseArgs({
  options: {
    "per-file": { type: "string", default: "15" },
    only: { type: "string", default: "" },
    survivors: { type: "boolean", default: false },
  },
});
const perFile = Number(values["per-file"]);
const libraryFolder = new URL("../src/checks/library/", import.meta.url);
const rows: { readonly category: string; readonly tried: number; readonly killed: number }[] = [];

for (const { name: category } of readdirSync(libraryFolder, { withFileTypes: true }).filter((entry) =>
  entry.isDirectory(),
)) {
  if (!category.includes(values.only)) continue;
  let [tried, killed] = [0, 0];
  const folder = new URL(`${category}/`, libraryFolder);
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
  for (const file of files.filter((name) => name.endsWith(".ts") && name !== "index.ts")) {
    const source = readFileSync(new URL(file, folder), "utf8");
    if (!source.includes("defineCheck(")) continue;
    const mutants = mutantsOf(source);
    const step = Math.max(1, mutants.length / perFile);
    const chosen = Array.from({ length: Math.min(perFile, mutants.length) }, (_, at) => Math.floor(at * step));
    const survived = await survivorsOf(new URL(file, folder).href, chosen);
    tried += chosen.length;
    killed += chosen.length - survived.length;
    if (values.survivors)
      for (const at of survived) {
        const { start, end, text, line } = mutants[at] ?? { start: 0, end: 0, text: "", line: 0 };
        console.log(`${category}/${file}:${line}: ${source.slice(start, end).slice(0, 80)} → ${text.slice(0, 40)}`);
      }
  }
  if (tried > 0) rows.push({ category, tried, killed });
  console.log(category.padEnd(20), `${killed} of ${tried}`, percent(killed, tried));
}

const sum = rows.reduce((all, { tried, killed }) => ({ tried: all.tried + tried, killed: all.killed + killed }), {
  tried: 0,
  killed: 0,
});
console.log("all".padEnd(20), `${sum.killed} of ${sum.tried}`, percent(sum.killed, sum.tried));
if (values.only === "")
  writeFileSync(
    new URL("../docs/checks/mutation.md", import.meta.url),
    `# What the fixtures hold

The checks are changed one small thing at a time (a condition, a comparison, a boolean, an operator, a pair of methods), up to ${perFile} changes
of each file spread evenly over it, and the cases of the changed checks are run: a change that no case notices survives. \`npm run mutate-checks\`
writes this page; with \`-- --survivors\` it names what survived.

| category | changes | noticed |
|---|---|---|
${[...rows, { category: "**all**", ...sum }].map(({ category, tried, killed }) => `| ${category} | ${tried} | ${percent(killed, tried)} |`).join("\n")}
`,
  );

/** Returns the mutants of a file that no case detects. */
async function survivorsOf(url: string, mutants: readonly number[]): Promise<readonly number[]> {
  const survived: number[] = [];
  let left = mutants;
  while (left.length > 0) {
    const hung = await new Promise<number | undefined>((resolve, reject) => {
      const worker = new Worker(new URL("mutation/worker.ts", import.meta.url), {
        workerData: { url, mutants: left } satisfies MutationTask,
        execArgv: ["--disable-warning=ExperimentalWarning"],
      });
      let at: number | undefined;
      const watch = () => setTimeout(() => void worker.terminate().then(() => resolve(at)), timeoutMs);
      let timer = watch();
      worker.on("message", (message: FromWorker) => {
        clearTimeout(timer);
        timer = watch();
        if ("begins" in message) at = message.begins;
        else if (!message.killed) survived.push(message.ends);
      });
      worker.on("error", reject);
      worker.on("exit", () => {
        clearTimeout(timer);
        resolve(undefined);
      });
    });
    left = hung === undefined ? [] : left.slice(left.indexOf(hung) + 1);
  }
  return survived;
}

function percent(part: number, all: number): string {
  return `${((100 * part) / Math.max(1, all)).toFixed(0)} %`;
}
