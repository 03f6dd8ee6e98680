import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const folder = new URL("../../dashboards/app/src/", import.meta.url);
const read = (ending: RegExp) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => ending.test(name))
    .map((name) => readFileSync(new URL(name, folder), "utf8"))
    .join("\n");

test("every class that a style rule names is a word of some component", () => {
  const rules = read(/\.css$/)
    .replaceAll(/\/\*.*?\*\//gs, "")
    .replaceAll(/\{[^{}]*\}/g, "{}");
  const classes = new Set([...rules.matchAll(/\.([a-z][\w-]*)/g)].map(([, name = ""]) => name));
  const words = new Set(read(/\.tsx?$/).match(/[\w-]+/g));
  expect(classes.size).toBeGreaterThan(200);
  const isOfUplot = (name: string) => name.startsWith("u-");
  expect([...classes].filter((name) => !words.has(name) && !isOfUplot(name))).toEqual([]);
});
