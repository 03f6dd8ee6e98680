import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  idAt,
  overviewOf,
  placeOf,
  type TraceSkeleton,
  unfolded,
  type Waterfall,
  waterfallOf,
} from "../../../src/domain/trace-tree.ts";

interface Given {
  readonly id: string;
  readonly parent: string | undefined;
  readonly at: number;
}
const span = (id: string, parent: string | undefined, at: number): Given => ({ id, parent, at });

/** As the reader gives it: in order of start. Ids of tests are hexadecimal digits. */
function skeletonOf(given: readonly Given[]): TraceSkeleton {
  const spans = [...given].sort((left, right) => left.at - right.at);
  return {
    ids: BigUint64Array.from(spans, ({ id }) => BigInt(`0x${id}`)),
    parents: BigUint64Array.from(spans, ({ parent = "0" }) => BigInt(`0x${parent}`)),
    hasFailed: Uint8Array.from(spans, () => 0),
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
function drawn(given: readonly Given[], folded: readonly string[] = []) {
  const skeleton = skeletonOf(given);
  const { spans, depths, descendants } = waterfall(skeleton);
  const rows = unfolded({ spans, depths, descendants }, new Set(folded.map((id) => placeOf(skeleton, id))));
  return Array.from(rows, (row) => {
    const id = idAt(skeleton, spans[row] ?? 0).replace(/^0+/, "");
    return `${"-".repeat(depths[row] ?? 0)}${id}${descendants[row]}`;
  });
}

describe("a waterfall", () => {
  const spans = [span("d", "b", 4), span("b", "a", 2), span("a", undefined, 1), span("c", "a", 3), span("ee", "ff", 0)];

  test("has parents before children and siblings in order of time", () => {
    expect(drawn(spans)).toEqual(["ee0", "a3", "-b1", "--d0", "-c0"]);
  });

  test("leaves out what lies below a folded span", () => {
    expect(drawn(spans, ["b"])).toEqual(["ee0", "a3", "-b1", "-c0"]);
    expect(drawn(spans, ["a", "b"])).toEqual(["ee0", "a3"]);
  });

  test("has one row for every span, whoever names whom as parent", () => {
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

  test("finds a span by its id, and nothing by what is none", () => {
    const skeleton = skeletonOf(spans);
    expect([placeOf(skeleton, "000000000000000a"), placeOf(skeleton, "9"), placeOf(skeleton, "nosuch")]).toEqual([
      1, -1, -1,
    ]);
  });

  test("tells how many spans are under way in each part of its time", () => {
    const parts = overviewOf(skeletonOf([span("a", undefined, 0), span("b", "a", 119)]), 0, 120);
    expect([parts.length, parts[0], parts[50], parts[119]]).toEqual([
      120,
      { spans: 1, errors: 0 },
      { spans: 0, errors: 0 },
      { spans: 1, errors: 0 },
    ]);
  });
});
