import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cutJson, pointerKeys } from "../../src/datapoints/assembly/cut-json.ts";
import { bucketsOf, bucketTimes } from "../../src/datapoints/lists/buckets.ts";
import { datapointFields, printQuery, requireQuery, withoutField } from "../../src/datapoints/query/index.ts";
import { csvLine } from "../../src/platform/json/csv.ts";

describe("buckets", () => {
  test.each([
    [60, 3_600_000, 60, 120_000],
    [24, 86_400_000, 60, 1_800_000],
    [1, 86_400_000, 1, 86_400_000],
  ] as const)("%i for a range of %i ms", (_, length, atMost, widthMs) => {
    expect(bucketsOf({ from: 0, to: length }, atMost).widthMs).toBe(widthMs);
  });

  test("cover the range, do not exceed the requested number, and start on multiples of their width", () => {
    const range = fc.record({ from: fc.nat(2e12), length: fc.integer({ min: 1, max: 4e10 }) });
    fc.assert(
      fc.property(range, fc.integer({ min: 2, max: 400 }), ({ from, length }, atMost) => {
        const buckets = bucketsOf({ from, to: from + length }, atMost);
        const times = bucketTimes(buckets);
        expect(times.length).toBeLessThanOrEqual(Math.max(atMost, 2));
        expect(times[0]).toBeLessThanOrEqual(from);
        expect((times.at(-1) ?? 0) + buckets.widthMs).toBeGreaterThanOrEqual(from + length);
        expect((times[0] ?? 0) % buckets.widthMs).toBe(0);
      }),
    );
  });
});

test.each([
  ["model:a is:error", "model", "is:error"],
  ["model:a", "model", ""],
  ["model:a OR is:error", "model", "model:a OR is:error"],
  ["-model:a is:error", "model", "-model:a is:error"],
  ["model:a (env:x model:b) refund", "model", "env:x refund"],
])("%j without %s is %j", (text, field, rest) => {
  const query = requireQuery(text, { now: 0, fields: datapointFields });
  expect(printQuery(withoutField(query, field))).toBe(rest);
});

describe("cut JSON", () => {
  test("reports what was cut and where, and leaves the rest unchanged", () => {
    const value = { a: ["long text", "short"], "b/c": { d: [1, 2, 3] }, e: 1 };
    expect(cutJson(value, { characters: 5, items: 2 })).toEqual({
      value: { a: ["long ", "short"], "b/c": { d: [1, 2] } },
      cuts: [
        { pointer: "", kind: "object", length: 3 },
        { pointer: "/a/0", kind: "text", length: 9 },
        { pointer: "/b~1c/d", kind: "list", length: 3 },
      ],
    });
  });

  test("its pointers lead back to the cut values", () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        const value: unknown = JSON.parse(text);
        for (const { pointer, length } of cutJson(value, { characters: 3, items: 2 }).cuts) {
          const found = (pointerKeys(pointer) ?? []).reduce<unknown>(
            (inside, key) => (inside as Record<string, unknown>)[key],
            value,
          );
          const measured = typeof found === "string" ? found : Object.keys(found as object);
          expect(measured).toHaveLength(length);
        }
      }),
    );
  });

  test("a key __proto__ stays a key", () => {
    const { value } = cutJson(JSON.parse('{"__proto__": {"x": 1}}'), { characters: 5, items: 5 });
    expect(JSON.stringify(value)).toBe('{"__proto__":{"x":1}}');
  });
});

test("a line of CSV quotes what needs it and defuses formulas", () => {
  expect(csvLine(["a", 'b"c', "d,e", "f\ng", undefined, -1, "-1+2", "=cmd()", false])).toBe(
    'a,"b""c","d,e","f\ng",,-1,\'-1+2,\'=cmd(),false\r\n',
  );
});
