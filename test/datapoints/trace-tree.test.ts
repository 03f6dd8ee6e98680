import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { spanLocations } from "../../src/datapoints/assembly/span-locations.ts";
import {
  idAt,
  indexOfSpan,
  longest,
  overviewOf,
  runStatistics,
  type TraceSkeleton,
  unfolded,
  type Waterfall,
  waterfallOf,
} from "../../src/datapoints/traces/trace-tree.ts";

interface Given {
  readonly id: string;
  readonly name?: number;
  readonly parent: string | undefined;
  readonly at: number;
}
const span = (id: string, parent: string | undefined, at: number): Given => ({ id, parent, at });

/** Builds a skeleton as the reader does: in order of start. Test ids are hexadecimal digits. */
function skeletonOf(given: readonly Given[]): TraceSkeleton {
  const spans = [...given].sort((left, right) => left.at - right.at);
  return {
    ids: BigUint64Array.from(spans, ({ id }) => BigInt(`0x${id}`)),
    parents: BigUint64Array.from(spans, ({ parent = "0" }) => BigInt(`0x${parent}`)),
    hasFailed: Uint8Array.from(spans, () => 0),
    // Names are unique by default.
    names: Uint32Array.from(spans, ({ name }, index) => name ?? 1000 + index),
    startedAt: Float64Array.from(spans, ({ at }) => at),
    durationMs: Float64Array.from(spans, () => 1),
  };
}
function waterfall(skeleton: TraceSkeleton): Waterfall {
  const work = waterfallOf(skeleton);
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}
function drawn(given: readonly Given[], folded: readonly string[] = [], opened: readonly string[] = []) {
  const skeleton = skeletonOf(given);
  const { spans, depths, descendants } = waterfall(skeleton);
  const indicesOf = (ids: readonly string[]) => new Set(ids.map((id) => indexOfSpan(skeleton, id)));
  const folding = { folded: indicesOf(folded), opened: indicesOf(opened) };
  const { rows, ends, alike } = unfolded({ spans, depths, descendants }, skeleton, folding);
  return Array.from(rows, (row, index) => {
    const id = idAt(skeleton, spans[row] ?? 0).replace(/^0+/, "");
    const run = alike[index] === 0 ? "" : ` ${ends[index] === row + 1 ? "first of " : "×"}${alike[index]}`;
    return `${"-".repeat(depths[row] ?? 0)}${id}${descendants[row]}${run}`;
  });
}

describe("a waterfall", () => {
  const spans = [span("d", "b", 4), span("b", "a", 2), span("a", undefined, 1), span("c", "a", 3), span("ee", "ff", 0)];

  test("has parents before children and siblings in order of time", () => {
    expect(drawn(spans)).toEqual(["ee0", "a3", "-b1", "--d0", "-c0"]);
  });

  test("omits the descendants of a folded span", () => {
    expect(drawn(spans, ["b"])).toEqual(["ee0", "a3", "-b1", "-c0"]);
    expect(drawn(spans, ["a", "b"])).toEqual(["ee0", "a3"]);
  });

  describe("with siblings of one name", () => {
    const siblings = (count: number) =>
      Array.from({ length: count }, (_, index) => ({ ...span(`b${index}`, "a", 10 + index), name: 7 }));
    const given = (count: number) => [
      span("a", undefined, 1),
      ...siblings(count),
      span("c", "b3", 90),
      span("d", "a", 95),
    ];

    test("shows more than twenty consecutive siblings as one row, with their descendants", () => {
      expect(drawn(given(21))).toEqual(["a23", "-b00 ×21", "-d0"]);
      expect(drawn(given(20))).toHaveLength(23);
    });

    test("shows them one by one where they are opened, and none where their parent is folded", () => {
      const rows = drawn(given(21), [], ["b0"]);
      expect(rows.slice(0, 3)).toEqual(["a23", "-b00 first of 21", "-b10"]);
      expect(rows).toHaveLength(24);
      expect(drawn(given(21), ["a"])).toEqual(["a23"]);
    });

    test("locates found spans in their drawn rows, and lists what hides them", () => {
      const indicesOf = (...ids: readonly string[]) => new Set(ids.map((id) => indexOfSpan(skeleton, id)));
      const skeleton = skeletonOf(given(21));
      const tree = waterfall(skeleton);
      const wanted = indicesOf("b0", "c", "d");
      const locationsOf = (folded: readonly string[], opened: readonly string[]) => {
        const folding = { folded: indicesOf(...folded), opened: indicesOf(...opened) };
        const isFound = (row: number) => wanted.has(tree.spans[row] ?? 0);
        const rows = unfolded(tree, skeleton, folding);
        const names = (spans: readonly number[]) => spans.map((at) => idAt(skeleton, at).replace(/^0+/, "")).join();
        return spanLocations(tree, skeleton, { ...folding, drawn: rows, isFound, atMost: 9 }).map(
          (one) => `${names([one.span])} at ${one.drawnRow} below ${names(one.folded)} in ${names(one.together)}`,
        );
      };
      expect(locationsOf([], [])).toEqual(["b0 at 1 below  in b0", "c at 1 below  in b0", "d at 2 below  in "]);
      expect(locationsOf(["a", "b3"], ["b0"])).toEqual([
        "b0 at 0 below a in ",
        "c at 0 below a,b3 in ",
        "d at 0 below a in ",
      ]);
      expect(locationsOf(["b3"], ["b0"])).toEqual(["b0 at 1 below  in ", "c at 4 below b3 in ", "d at 22 below  in "]);
    });

    test("returns their durations and the number of failures", () => {
      const skeleton = skeletonOf(given(21));
      skeleton.durationMs.forEach((_, index) => (skeleton.durationMs[index] = index));
      skeleton.hasFailed[3] = 1;
      expect(runStatistics(waterfall(skeleton), skeleton, { row: 1, length: 21 })).toEqual({
        p95Ms: 20,
        failed: 1,
        end: 51,
      });
    });
  });

  test("has the longest spans first, a thousand at most", () => {
    const skeleton = skeletonOf(Array.from({ length: 1200 }, (_, index) => span(index.toString(16), undefined, index)));
    skeleton.durationMs.forEach((_, index) => (skeleton.durationMs[index] = index % 600));
    const tree = waterfall(skeleton);
    const took = Array.from(longest(tree, skeleton).rows, (row) => skeleton.durationMs[tree.spans[row] ?? 0]);
    expect(took).toHaveLength(1000);
    expect(took.slice(0, 3)).toEqual([599, 599, 598]);
    expect(took.at(-1)).toBe(100);
  });

  test("has one row for every span, for any parent references", () => {
    const ids = fc.constantFrom("a", "b", "c", "d", "e");
    const arbitrary = fc.uniqueArray(
      fc.record({ id: ids, parent: fc.option(ids, { nil: undefined }), at: fc.nat(9) }),
      {
        selector: ({ id }) => id,
      },
    );
    fc.assert(
      fc.property(arbitrary, (given) => {
        const rows = drawn(given).map((row) => row.replace(/^-*|\d$/g, ""));
        expect(rows.sort()).toEqual(given.map(({ id }) => id).sort());
      }),
    );
  });

  test("finds a span by its id, and nothing by an invalid id", () => {
    const skeleton = skeletonOf(spans);
    expect([
      indexOfSpan(skeleton, "000000000000000a"),
      indexOfSpan(skeleton, "9"),
      indexOfSpan(skeleton, "nosuch"),
    ]).toEqual([1, -1, -1]);
  });

  test("counts active spans in each part of its duration", () => {
    const parts = overviewOf(skeletonOf([span("a", undefined, 0), span("b", "a", 119)]), 0, 120);
    expect([parts.length, parts[0], parts[50], parts[119]]).toEqual([
      120,
      { spans: 1, errors: 0 },
      { spans: 0, errors: 0 },
      { spans: 1, errors: 0 },
    ]);
  });
});
