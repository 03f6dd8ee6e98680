import { describe, expect, test } from "vitest";
import type { JsonValue } from "../../src/platform/json/json.ts";
import { schemaProblems } from "../../src/platform/json/json-schema.ts";

const plain = { formats: false, coerce_types: false, strict_additional: false };
const fits = (schema: JsonValue, value: JsonValue) => schemaProblems(schema, value, plain).length === 0;
const draft7 = "http://json-schema.org/draft-07/schema#";
const tree = {
  $id: "https://trees.example/any",
  $dynamicAnchor: "node",
  type: "object",
  properties: { children: { type: "array", items: { $dynamicRef: "#node" } } },
};

describe("schemas that few validators read rightly", () => {
  test.each<[string, JsonValue, JsonValue, boolean]>([
    ["contains evaluates items", { contains: { const: 1 }, unevaluatedItems: false }, [1, 2], false],
    [
      "an if without then evaluates too",
      { if: { properties: { a: { const: 1 } } }, unevaluatedProperties: false },
      { a: 1 },
      true,
    ],
    ["a choice of nothing", { enum: [] }, 1, false],
    [
      "a member called __proto__",
      JSON.parse('{"properties":{"__proto__":{"type":"number"}}}'),
      JSON.parse('{"__proto__":"x"}'),
      false,
    ],
    [
      "draft 7 ignores siblings of $ref",
      {
        $schema: draft7,
        properties: { a: { $ref: "#/definitions/l", maxItems: 1 } },
        definitions: { l: { type: "array" } },
      },
      { a: [1, 2] },
      true,
    ],
    ["a dynamic reference", tree, { children: [{ children: 1 }] }, false],
    [
      "a reference to the meta-schema",
      { $ref: "https://json-schema.org/draft/2020-12/schema" },
      { minLength: -1 },
      false,
    ],
    [
      "a resource inside a resource",
      { $id: "https://a.example/1", $ref: "2", $defs: { two: { $id: "2", type: "string" } } },
      1,
      false,
    ],
    ["properties of characters by their long names", { pattern: "^\\p{Letter}+$" }, "größe", true],
    ["and by script", { pattern: "^\\p{Script=Greek}+$" }, "latin", false],
  ])("%s", (_, schema, value, expected) => {
    expect(fits(schema, value)).toBe(expected);
  });

  test("an unknown reference is the schema's fault", () => {
    expect(() => fits({ $ref: "https://nowhere.example/x", unevaluatedProperties: false }, {})).toThrow();
  });

  test("a pattern that makes others backtrack takes no time, also where schemas are interpreted", () => {
    const schema = {
      properties: { a: { pattern: "^(a+)+$" } },
      patternProperties: { "^(b+)+$": false },
      unevaluatedProperties: false,
    };
    expect(fits(schema, { a: `${"a".repeat(40)}!` })).toBe(false);
    expect(fits(schema, { a: "aa", [`${"b".repeat(40)}!`]: 1 })).toBe(false);
    expect(fits(schema, { a: "aa" })).toBe(true);
  });
});
