import fc from "fast-check";
import { expect, test } from "vitest";
import { Failure } from "../../src/platform/failure.ts";
import { createKeywordScan, hasRun } from "../../src/platform/text/keywords.ts";

const characters = fc.constantFrom("a", "b", "-", "é", "𝒳", "A");
const text = (minLength: number) => fc.array(characters, { minLength, maxLength: 30 }).map((list) => list.join(""));

test("the keywords found are those that the text includes", () => {
  fc.assert(
    fc.property(fc.array(text(3), { maxLength: 12 }), text(0), (keywords, inside) => {
      expect([...createKeywordScan(keywords)(inside)].sort()).toEqual(
        [...new Set(keywords)].filter((keyword) => inside.includes(keyword)).sort(),
      );
    }),
  );
});

test("a keyword of two characters is refused", () => {
  expect(() => createKeywordScan(["sk"])).toThrow(Failure);
});

test("a run is found exactly where an expression finds it", () => {
  const isLetter = Uint8Array.from({ length: 128 }, (_, code) => (/[a-z]/.test(String.fromCharCode(code)) ? 1 : 0));
  fc.assert(
    fc.property(text(0), fc.integer({ min: 1, max: 6 }), (inside, length) => {
      expect(hasRun(inside, length, isLetter)).toBe(new RegExp(`[a-z]{${length}}`).test(inside));
    }),
  );
});
