import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fillJson, fillTemplate, namesIn } from "../../src/checks/judges/prompt-template.ts";

const values = { scenario_input: { order: 17, items: [{ name: "cup" }], __proto__: null }, input: "Hello", none: null };

test.each([
  ["Say {input}!", "Say Hello!"],
  ["{scenario_input.order} of {scenario_input.items.0.name}", "17 of cup"],
  ["{scenario_input.missing}|{none}|{none.deeper}", "||"],
  ["{scenario_input}", '{"order":17,"items":[{"name":"cup"}]}'],
  ['{"a": {input}} {unknown} { input } {{input}}', '{"a": Hello} {unknown} { input } {input}'],
  ["{scenario_input.constructor}{scenario_input.__proto__}", ""],
])("%s becomes %s", (template, filled) => {
  expect(fillTemplate(template, values)).toBe(filled);
});

test("a text that is one name alone becomes its value, others stay texts", () => {
  expect(fillJson({ whole: "{scenario_input.items}", in: ["-{input}-", 3, null] }, values)).toEqual({
    whole: [{ name: "cup" }],
    in: ["-Hello-", 3, null],
  });
});

describe("what a value holds", () => {
  test("is never taken for a template", () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (one, other) => {
        expect(fillTemplate("{one}{two}", { one, two: other })).toBe(one + other);
        expect(fillTemplate("{one}", { one: "{two}", two: other })).toBe("{two}");
      }),
    );
  });
});

test("the names of a template are known without their paths", () => {
  expect(namesIn("{input} {scenario_input.a.b} {{literal}} {not a name}")).toEqual(["input", "scenario_input"]);
});
