import fc from "fast-check";
import { expect, test } from "vitest";
import type { JsonObject, JsonValue } from "../../src/platform/json/json.ts";
import { answerAtMost, fittingJson, fittingText } from "../../src/web/mcp/fit.ts";
import { type Paging, pageOf } from "../../src/web/mcp/pages.ts";

const noticeLength = 60;

test("any response fits, and a short one is unchanged", () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 5 }), fc.integer({ min: 0, max: 60_000 }), (value, length) => {
      const answer = {
        items: Array.from({ length: length % 500 }, () => value),
        text: "é".repeat(length),
      } as JsonObject;
      const text = fittingJson(answer);
      expect(text.length).toBeLessThanOrEqual(answerAtMost + noticeLength);
      if (JSON.stringify(answer).length <= answerAtMost) expect(text).toBe(JSON.stringify(answer));
    }),
    { numRuns: 100 },
  );
  expect(fittingText("x".repeat(answerAtMost * 2)).length).toBeLessThan(answerAtMost + noticeLength);
});

test("each cut is reported once, with the full length that the route knows", () => {
  const pointer = "/input/0";
  const before = { pointer, kind: "text", length: 1_000_000 };
  const text = fittingJson({ input: ["x".repeat(50_000), "y".repeat(5000)], cuts: [before] });
  const { cuts } = JSON.parse(text) as { cuts: readonly object[] };
  expect(cuts).toEqual([before, { pointer: "/input/1", kind: "text", length: 5000 }]);
});

const paged: readonly (readonly [string, Paging, (all: readonly JsonValue[]) => (query: JsonObject) => JsonObject])[] =
  [
    [
      "a route with pages",
      { kind: "cursor" },
      (all) => (query) => {
        const from = Number(query["cursor"] ?? 0);
        const to = from + Number(query["limit"]);
        return { items: all.slice(from, to), ...(to < all.length ? { nextCursor: `${to}` } : {}) };
      },
    ],
    [
      "a route with windows",
      { kind: "window", items: "items", total: "rowCount" },
      (all) => (query) => {
        const from = Number(query["offset"]);
        return { items: all.slice(from, from + Number(query["limit"])), rowCount: all.length };
      },
    ],
    ["a route that returns everything together", { kind: "slice", items: "items" }, (all) => () => ({ items: all })],
  ];

test.each(paged)("%s: every item once, in order, in answers that fit", async (_, paging, routeOf) => {
  const sizes = fc.array(fc.integer({ min: 0, max: 12_000 }), { maxLength: 60 });
  await fc.assert(
    fc.asyncProperty(sizes, fc.integer({ min: 1, max: 100 }), async (lengths, limit) => {
      const all = lengths.map((length, index) => ({ index, text: "x".repeat(length) }));
      const route = routeOf(all);
      const seen: unknown[] = [];
      let cursor: string | undefined;
      do {
        const page = await pageOf(paging, { limit, cursor }, (query) => Promise.resolve(route(query)));
        const items = page.answer["items"] as readonly JsonObject[];
        expect(JSON.stringify(items).length).toBeLessThanOrEqual(answerAtMost);
        expect(items.length).toBeLessThanOrEqual(limit);
        seen.push(...items.map(({ index }) => index));
        ({ cursor } = page);
      } while (cursor !== undefined);
      expect(seen).toEqual(all.map(({ index }) => index));
    }),
    { numRuns: 60 },
  );
});
