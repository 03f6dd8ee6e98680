import fc from "fast-check";
import { expect, test } from "vitest";
import { quotationsIn, replaceQuotations } from "../../src/platform/text/quotations.ts";
import { trimEndOf, trimOf } from "../../src/platform/text/trim.ts";

const quotations = [
  ['"', '"', 1, 5],
  ["“", "”", 0, 4],
  ["„", "“”", 2, 6],
] as const;
const pattern = /"[^"\n]{1,5}"|“[^”\n]{0,4}”|„[^“”\n]{2,6}[“”]/g;

const signs = fc.array(fc.constantFrom('"', "“", "”", "„", "\n", "a", "b", " "), { maxLength: 40 });

test("quotations are those that a pattern of alternatives finds", () => {
  fc.assert(
    fc.property(signs, (parts) => {
      const text = parts.join("");
      const found = quotationsIn(text, quotations).map(({ start, end }) => text.slice(start, end));
      expect(found).toEqual(text.match(pattern) ?? []);
      expect(replaceQuotations(text, quotations, () => "·")).toBe(text.replace(pattern, "·"));
    }),
  );
});

test("texts are trimmed as by a pattern at their ends", () => {
  fc.assert(
    fc.property(signs, (parts) => {
      const text = parts.join("");
      expect(trimEndOf(text, /["a]/)).toBe(text.replace(/["a]+$/, ""));
      expect(trimOf(text, /["a]/)).toBe(text.replace(/^["a]+|["a]+$/g, ""));
    }),
  );
});
