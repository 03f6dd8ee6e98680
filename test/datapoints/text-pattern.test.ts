import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { clientRules } from "../../src/datapoints/errors/client-rules.ts";
import { errorRules } from "../../src/datapoints/errors/error-rules.ts";
import { outcomePhrases } from "../../src/datapoints/errors/outcome-phrases.ts";
import { generalPhrases, requestPhrases, shapePhrases } from "../../src/datapoints/errors/request-phrases.ts";
import { alternativesOf } from "../../src/datapoints/errors/required-literals.ts";
import { indexText, textPattern } from "../../src/datapoints/errors/text-pattern.ts";
import { toolPhrases } from "../../src/datapoints/errors/tool-phrases.ts";
import { translatedPhrases } from "../../src/datapoints/errors/translated-phrases.ts";

describe("the literals that a pattern requires", () => {
  test.each([
    ["foo bar", ["foo bar"]],
    ["\\bfoo\\b", ["foo"]],
    ["fo+ bar", [" bar"]],
    ["(abcd|efgh) ?x", ["abcd", "efgh"]],
    ["(abcd)?xyz", ["xyz"]],
    ["(?!abcd)xyz", ["xyz"]],
    ["a\\.b\\[c", ["a.b[c"]],
    ["[abc]{3}", undefined],
    ["(abcd|\\d)", undefined],
  ] as const)("of %s are %j", (source, literals) => {
    expect(alternativesOf(source)).toEqual([{ source, literals }]);
  });

  test("are found for each outermost alternative", () => {
    expect(alternativesOf("abc|(d|e)[|]|xyz").map(({ source }) => source)).toEqual(["abc", "(d|e)[|]", "xyz"]);
  });
});

test("a pattern matches the same texts as the regular expression that it is made of", () => {
  const texts = ["tune", "published-tune"].flatMap((split) =>
    readFileSync(join(import.meta.dirname, `../fixtures/errors/${split}.jsonl`), "utf8")
      .trim()
      .split("\n")
      .map((line) => (JSON.parse(line) as { text: string }).text.toLowerCase()),
  );
  const indexed = texts.map(indexText);
  const rules = [toolPhrases, shapePhrases, clientRules, errorRules, requestPhrases, outcomePhrases, generalPhrases];
  for (const { message } of [...rules.flat(), ...translatedPhrases]) {
    if (message === undefined) continue;
    const matches = textPattern(message);
    const plain = new RegExp(message, "i");
    expect(indexed.filter(matches).map(({ text }) => text)).toEqual(texts.filter((text) => plain.test(text)));
  }
});
