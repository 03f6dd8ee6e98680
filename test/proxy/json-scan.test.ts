import fc from "fast-check";
import { expect, test } from "vitest";
import { scanMembers, stringAt } from "../../src/platform/json/json-scan.ts";
import { modelIn, withoutPrefix } from "../../src/proxy/model.ts";

test("a member of any JSON object is found where JSON.parse finds it", () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.string(), fc.nat(3), (object, model, indent) => {
      const { model: _, ...rest } = object;
      const text = JSON.stringify({ ...rest, model, last: [{ model: "nested" }] }, undefined, indent);
      const bytes = Buffer.from(text);
      const found = scanMembers(bytes, ["model"]).get("model");
      expect(found && stringAt(bytes, found)).toBe(model);
    }),
  );
});

test.each([
  ['{"messages":[{"model":"x/y"}],"model":"a/b"}', "a/b"],
  ['\uFEFF {"model" : "a\\/b"}', "a/b"],
  ['{"mod\\u0065l":"a"}', "a"],
  ['{"x":"\\\\","model":"a"}', "a"],
  ['{"x":"\\"model\\":\\"no\\"","model":"a"}', "a"],
  ['{"model":"a","model":"b"}', "a"],
  ['{"model":7}', undefined],
  ['["model"]', undefined],
  ['{"messages":[', undefined],
  ["", undefined],
  ['{"model"', undefined],
] as const)("the model of %s is %s", (body, model) => {
  expect(modelIn(Buffer.from(body))?.model).toBe(model);
});

test("only the first segment of the model leaves the body; every other byte stays", () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.string(), fc.nat(3), (before, rest, indent) => {
      const text = (model: string) => JSON.stringify({ before, model, after: 1 }, undefined, indent);
      const body = Buffer.from(text(`openai/${rest}`));
      expect(withoutPrefix(body, modelIn(body)!).toString()).toBe(text(rest));
    }),
  );
});

test.each([
  ['{"model":"openai\\/gpt-4o","n":1}', '{"model":"gpt-4o","n":1}'],
  ['{"model":"op\\u0065nai/gpt-4o"}', '{"model":"gpt-4o"}'],
  [
    '{"seed":12345678901234567890,"model":"openai/a\\u00e9","t":0.10}',
    '{"seed":12345678901234567890,"model":"a\\u00e9","t":0.10}',
  ],
])("%s becomes %s", (body, without) => {
  const bytes = Buffer.from(body);
  expect(withoutPrefix(bytes, modelIn(bytes)!).toString()).toBe(without);
});
