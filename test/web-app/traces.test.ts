import { expect, test } from "vitest";
import { foldingAfter, foldingFor, rankAmong } from "../../dashboards/app/src/datapoints/traces/folding.ts";
import { lanesOf } from "../../dashboards/app/src/datapoints/traces/lanes.ts";
import { viewAfter, viewOf } from "../../dashboards/app/src/datapoints/traces/trace-request.ts";

type Row = Parameters<typeof foldingAfter>[0];
const row = (changes: Partial<Row>) => ({ spanId: "a", descendants: 0, ...changes }) as Row;
const alike = (isUnfolded: boolean) => ({ count: 240, p95Ms: 80, failed: 0, endMs: 900, isUnfolded });

const none = { folded: "", unfolded: "" };
test.each<[string, Row, typeof none & { how: "fold" | "unfold" | "toggle" }, object | undefined]>([
  ["a span with children is folded", row({ descendants: 3 }), { ...none, folded: "x", how: "fold" }, { folded: "x,a" }],
  ["and unfolded", row({ descendants: 3 }), { ...none, folded: "x,a", how: "toggle" }, { folded: "x" }],
  ["collapsed rows stay collapsed", row({ descendants: 3 }), { ...none, folded: "a", how: "fold" }, undefined],
  ["a leaf has nothing to fold", row({}), { ...none, how: "toggle" }, undefined],
  ["a run is shown one by one", row({ alike: alike(false) }), { ...none, how: "unfold" }, { unfolded: "a" }],
  [
    "a run that is one row folds no further",
    row({ alike: alike(false), descendants: 2 }),
    { ...none, how: "fold" },
    undefined,
  ],
  [
    "its first span folds it again",
    row({ alike: alike(true) }),
    { ...none, unfolded: "a", how: "toggle" },
    { unfolded: "" },
  ],
  [
    "but its own children first",
    row({ alike: alike(true), descendants: 2 }),
    { ...none, unfolded: "a", how: "fold" },
    { folded: "a" },
  ],
  [
    "then the run",
    row({ alike: alike(true), descendants: 2 }),
    { folded: "a", unfolded: "a", how: "fold" },
    { unfolded: "" },
  ],
])("%s", (_, given, { how, ...folding }, expected) => {
  expect(foldingAfter(given, folding, how)).toEqual(expected);
});

test("a bar is below its parent, next to earlier bars, and below concurrent ones", () => {
  const bar = (spanId: string, startMs: number, durationMs: number, parentSpanId?: string) => ({
    spanId,
    startMs,
    durationMs,
    ...(parentSpanId === undefined ? {} : { parentSpanId }),
  });
  const bars = [
    bar("root", 0, 100),
    bar("one", 0, 40, "root"),
    bar("two", 20, 40, "root"),
    bar("three", 50, 10, "root"),
    bar("deep", 30, 5, "two"),
  ];
  expect(lanesOf(bars)).toEqual({ lanes: [0, 1, 2, 1, 3], count: 4 });
  expect(lanesOf([])).toEqual({ lanes: [], count: 0 });
});

test("a view is one of three, and the key goes round", () => {
  expect([viewOf(undefined), viewOf("flame"), viewOf("nonsense")]).toEqual(["", "flame", ""]);
  expect([viewAfter(""), viewAfter("flame"), viewAfter("list")]).toEqual(["flame", "list", ""]);
});

test("matches are inserted between visible rows, and their collapsed parents expand", () => {
  const found = [
    { spanId: "a", row: 2 },
    { spanId: "b", row: 5, folded: ["f"], together: ["r"] },
    { spanId: "c", row: 5, together: ["r"] },
  ];
  expect([rankAmong(found, { row: 5, span: "b" }), rankAmong(found, { row: 3, span: "x" })]).toEqual([1, 0.5]);
  const folding = { folded: "e,f", unfolded: "q" };
  expect(found.map((one) => foldingFor(one, folding))).toEqual([
    undefined,
    { folded: "e", unfolded: "q,r" },
    { folded: "e,f", unfolded: "q,r" },
  ]);
});
