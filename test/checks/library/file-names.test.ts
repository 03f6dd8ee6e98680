import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { codeChecks } from "../../../src/checks/library/index.ts";

const folder = new URL("../../../src/checks/library/", import.meta.url);
const paths = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(".ts"));

/** Files that hold several checks: rows of one table, or a few lines each around one shared rule. */
const families: ReadonlyMap<string, readonly string[]> = new Map([
  ["bias/listed-wording.ts", ["gendered_language", "exclusionary_terms"]],
  ["correctness/retrieval.ts", ["retrieval_*"]],
  ["length/counts.ts", ["*_count"]],
  ["personal-data/pii-identifiers.ts", ["pii_*"]],
  ["readability/readability-grades.ts", ["*_grade", "gunning_fog", "*_index"]],
  ["reference/similarity-scores.ts", ["*_similarity", "*_score"]],
  ["secrets/secrets.ts", ["secret_*"]],
]);

const declares = (path: string, name: string) =>
  readFileSync(new URL(path, folder), "utf8").includes(`name: "${name}"`);

const belongs = (name: string, members: readonly string[]) =>
  members.some((member) => new RegExp(`^${member.replace("*", ".+")}$`).test(name));

test.each([...codeChecks.keys()])("%s is in the file of its name or of its family", (name) => {
  const ownFile = paths.filter((path) => `/${path}`.endsWith(`/${name.replaceAll("_", "-")}.ts`));
  const familyFiles = [...families].filter(([, members]) => belongs(name, members)).map(([path]) => path);
  expect([...ownFile, ...familyFiles].filter((path) => declares(path, name))).toHaveLength(1);
});

test("only a family's file holds more than one check", () => {
  const names = [...codeChecks.keys()];
  const several = paths.filter((path) => names.filter((name) => declares(path, name)).length > 1);
  expect(several.sort()).toEqual([...families.keys()]);
});

test("a folder of checks holds about 20 files", () => {
  const sizes = Map.groupBy(paths, (path) => path.slice(0, path.lastIndexOf("/")));
  expect([...sizes].filter(([, files]) => files.length > 22).map(([path]) => path)).toEqual([]);
});
