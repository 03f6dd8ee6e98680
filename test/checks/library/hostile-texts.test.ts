import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { z } from "zod";
import { codeChecks } from "../../../src/checks/library/index.ts";
import { createChecker } from "../../../src/checks/stages/check.ts";
import { dialog } from "../../support/data/datapoints.ts";

/** Big List of Naughty Strings, github.com/minimaxir/big-list-of-naughty-strings (MIT). */
const file = new URL("../../fixtures/checks/naughty-strings.json", import.meta.url);
const naughty = z.array(z.string()).parse(JSON.parse(readFileSync(file, "utf8")));
// A fixed clock, so that no check exceeds its time limit.
const check = createChecker({ checks: codeChecks, now: () => 0, clock: () => 0 });
const requests = [...codeChecks.keys()].map((name) => ({ check: name, options: {}, monitorIds: [] }));
const KB64 = 64 * 1024;

function brokenOn(text: string): readonly string[] {
  const datapoint = dialog({ input: text, output: text, calls: [{ name: "f", arguments: { text } }] });
  return check(datapoint, requests).flatMap(({ state, check: name, reason }) =>
    state === "broken" ? [`${name}: ${reason}`] : [],
  );
}

test("no check throws on a naughty string", () => {
  for (const text of naughty) expect(brokenOn(text)).toEqual([]);
});

test.each([
  "a",
  "a ",
  "\n",
  "😀",
  "e\u0301",
  "{[(<",
  "1234 ",
  "@a.",
  "-----BEGIN PRIVATE KEY",
  "key=",
  "http://",
  "```\n",
  "i can ",
  '"',
])("no check throws on 64 KB of %j", (unit) => {
  expect(brokenOn(unit.repeat(Math.ceil(KB64 / unit.length)))).toEqual([]);
});

test("no check throws on any text", () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: "binary", maxLength: 300 }), fc.lorem()), (text) => {
      expect(brokenOn(text)).toEqual([]);
    }),
    { numRuns: 100 },
  );
});

test("evidence quotes the text at its position, also in a truncated text", () => {
  const output = `${"lorem ipsum ".repeat(8000)} reach me at ana.lima@posteo.de today`;
  const [verdict] = check(dialog({ output }), [{ check: "pii_email_address", options: {}, monitorIds: [] }]);
  const [evidence] = verdict?.evidence ?? [];
  expect(output.slice(evidence?.start, evidence?.end)).toBe("ana.lima@posteo.de");
});
