import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { drawFrom } from "../../src/testing/generators/generator.ts";
import { generators } from "../../src/testing/generators/index.ts";
import { type Generation, generateRows } from "../../src/testing/runs/generate.ts";
import { scenarioRows } from "../../src/testing/scenario.ts";

const plainly: Generation = {
  perSeed: 3,
  synonyms: [["order", "parcel", "shipment"]],
  preTemplate: "",
  postTemplate: "",
};
const generator = (type: string) => {
  const found = generators.get(type);
  if (!found) throw new Error(`no generator ${type}`);
  return found;
};
const vary = (type: string, text: string) =>
  generateRows(scenarioRows([{ input: text, result: "label" }]), generator(type), plainly).map(({ input }) => input);

describe("examples", () => {
  test.each([
    ["COMMON_CONTRACTIONS", "Do not call me", ["Don't call me"]],
    ["COMMON_CONTRACTIONS", "I can't see it", ["I cannot see it"]],
    ["COMMON_CONTRACTIONS", "WHAT IS NEW", ["WHAT'S NEW"]],
    ["COMMON_CONTRACTIONS", "Bonjour tout le monde", []],
    ["COMMON_MISSPELLINGS", "Did you receive it?", ["Did you recieve it?"]],
    ["COMMON_MISSPELLINGS", "Definitely", ["Definately"]],
    ["WORD_INFLECTIONS", "my orders", ["my order"]],
    ["WORD_INFLECTIONS", "two parties", ["two party"]],
    ["WORD_INFLECTIONS", "is this glass", []],
    ["SYNONYMS", "Where is my Order", ["Where is my Parcel", "Where is my Shipment"]],
    ["NEGATION", "It is open", ["It is not open"]],
    ["NEGATION", "It isn't open", ["It is open"]],
    ["NEGATION", "I cannot pay", ["I can pay"]],
    ["NEGATION", "I won't pay", ["I will pay"]],
    ["NEGATION", "Do you ship abroad?", ["Do you not ship abroad?"]],
    ["NEGATION", "Open the door", []],
  ])("%s of %j", (type, text, expected) => {
    expect(new Set(vary(type, text))).toEqual(new Set(expected));
  });

  test("a typo hits an adjacent key, and an inserted letter doubles its neighbor", () => {
    expect(vary("WORD_QWERTY_MISSPELL", "shipping").every((text) => text !== "shipping")).toBe(true);
    for (const text of vary("WORD_CHARACTER_INSERTION", "shipping")) expect(text).toMatch(/^s(?:hh|h)?i+p+i+n+g+$/);
  });
});

describe("for every generator", () => {
  const text = fc.array(
    fc.constantFrom("Where", "is", "my", "order", "I", "don't", "receive", "éclair", "?", "orders"),
    {
      minLength: 1,
      maxLength: 8,
    },
  );
  test.each([...generators.keys()])("%s names the seed, keeps the label, and has no duplicate or empty row", (type) => {
    fc.assert(
      fc.property(text, (words) => {
        const seeds = scenarioRows([{ input: words.join(" "), result: "label" }]);
        const rows = generateRows(seeds, generator(type), plainly);
        expect(rows).toEqual(generateRows(seeds, generator(type), plainly));
        expect(rows.length).toBeLessThanOrEqual(3);
        expect(new Set(rows.map(({ input }) => input)).size).toBe(rows.length);
        for (const row of rows) {
          expect(row.origin).toEqual({ seedId: seeds[0]?.id, generator: type });
          expect(row.result).toBe(type === "NEGATION" ? null : "label");
          expect(row.input).toMatch(/\S/);
          expect(row.input).not.toBe(seeds[0]?.input);
        }
      }),
    );
  });

  test("an object with one text is varied in it; templates go around; what has no text gives no row", () => {
    const seeds = scenarioRows([
      { input: { question: "Where is my order", user: 7 }, result: "x" },
      { input: [1, 2], result: "x" },
    ]);
    const rows = generateRows(seeds, generator("SYNONYMS"), {
      ...plainly,
      perSeed: 1,
      preTemplate: "Please: ",
      postTemplate: " Thanks.",
    });
    expect(rows).toHaveLength(1);
    expect(rows[0]?.input).toMatchObject({
      question: expect.stringMatching(/^Please: Where is my \w+ Thanks\.$/),
      user: 7,
    });
  });

  test("numbers drawn are spread over the whole range", () => {
    const draw = drawFrom("seed");
    const numbers = Array.from({ length: 4000 }, draw);
    const mean = numbers.reduce((sum, each) => sum + each, 0) / numbers.length;
    expect(mean).toBeCloseTo(0.5, 1);
    expect(Math.min(...numbers)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...numbers)).toBeLessThan(1);
  });
});
