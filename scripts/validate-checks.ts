/**
 * Measures the checks on labeled sets and writes src/checks/library/accuracy.json, which the API serves, and
 * docs/checks/accuracy.md.
 * Run: npm run validate-checks -- <folder of the labeled sets> [--misses <part of a set's name>]
 * With --misses nothing is written: it shows the rows of the dev split with wrong verdicts.
 */
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { accuracyPage } from "./validation/accuracy-page.ts";
import { functionCalls, json } from "./validation/exact-sets.ts";
import { ordinaryTraffic, otherLanguages } from "./validation/ordinary-traffic.ts";
import { personalData } from "./validation/personal-sets.ts";
import { instructions, jsonSchema, sql } from "./validation/reference-suites.ts";
import { injection, language, refusal, secrets } from "./validation/sets.ts";

const { positionals, values } = parseArgs({ allowPositionals: true, options: { misses: { type: "string" } } });
const [folder] = positionals;
if (folder === undefined) throw new Error("name the folder of the labeled sets: npm run validate-checks -- <folder>");

const all = [
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
  otherLanguages,
].flatMap((measure) => measure(folder));
const wanted = values.misses;
if (wanted !== undefined) {
  for (const { set, misses } of all.filter((each) => each.set.includes(wanted)))
    console.log(`${set}\n${misses.map((each) => `  ${each}`).join("\n")}`);
} else {
  const metrics = all.flatMap((each) => each.metrics);
  writeFileSync(
    new URL("../src/checks/library/accuracy.json", import.meta.url),
    `${JSON.stringify(metrics, null, 2)}\n`,
  );
  writeFileSync(new URL("../docs/checks/accuracy.md", import.meta.url), accuracyPage(all));
  console.log(accuracyPage(all));
}
