/**
 * Writes docs/checks/<category>.md, its index and src/checks/library/examples.json from the definitions. Run:
 * npm run docs:checks
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { checkExamples } from "./check-examples.ts";
import { checkPages } from "./check-pages.ts";

const folder = new URL("../docs/checks/", import.meta.url);
mkdirSync(folder, { recursive: true });
for (const [file, page] of checkPages()) writeFileSync(new URL(file, folder), page);

const examples = Object.entries(checkExamples()).map(
  ([name, given]) => `${JSON.stringify(name)}: ${JSON.stringify(given)}`,
);
writeFileSync(new URL("../src/checks/library/examples.json", import.meta.url), `{\n${examples.join(",\n")}\n}\n`);
