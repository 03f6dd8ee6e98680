import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { checkExamples } from "../../../scripts/check-examples.ts";
import { checkPages } from "../../../scripts/check-pages.ts";
import { examplesOf } from "../../../src/checks/library/examples.ts";

test.each([...checkPages()])("docs/checks/%s matches the definitions (npm run docs:checks)", (file, page) => {
  const path = new URL(`../../../docs/checks/${file}`, import.meta.url);
  expect(existsSync(path) && readFileSync(path, "utf8")).toBe(page);
});

test("the examples that the service shows are the cases of the tests (npm run docs:checks)", () => {
  for (const [name, examples] of Object.entries(checkExamples())) {
    expect([name, examplesOf(name)]).toEqual([name, JSON.parse(JSON.stringify(examples))]);
    expect([name, examples.map(({ state }) => state)]).toEqual([name, ["passed", "failed"]]);
  }
});
