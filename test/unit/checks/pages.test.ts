import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { checkPages } from "../../../scripts/check-pages.ts";

test.each([...checkPages()])("docs/checks/%s is what the definitions say (npm run docs:checks)", (file, page) => {
  const path = new URL(`../../../docs/checks/${file}`, import.meta.url);
  expect(existsSync(path) && readFileSync(path, "utf8")).toBe(page);
});
