import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type SpanOutline, treeOf, unfolded } from "../../../src/domain/trace-tree.ts";

const span = (spanId: string, parentSpanId: string | undefined, startedAt: number): SpanOutline => ({
  spanId,
  ...(parentSpanId === undefined ? {} : { parentSpanId }),
  name: spanId,
  kind: 1,
  startedAt,
  durationMs: 1,
  status: "ok",
});
const drawn = (spans: readonly SpanOutline[], folded: readonly string[] = []) =>
  unfolded(treeOf(spans), new Set(folded)).map(
    ({ span: { spanId }, depth, descendants }) => `${"-".repeat(depth)}${spanId}${descendants}`,
  );

describe("a waterfall", () => {
  const spans = [
    span("d", "b", 4),
    span("b", "a", 2),
    span("a", undefined, 1),
    span("c", "a", 3),
    span("lost", "x", 0),
  ];

  test("has parents before children and siblings in order of time", () => {
    expect(drawn(spans)).toEqual(["lost0", "a3", "-b1", "--d0", "-c0"]);
  });

  test("leaves out what lies below a folded span", () => {
    expect(drawn(spans, ["b"])).toEqual(["lost0", "a3", "-b1", "-c0"]);
    expect(drawn(spans, ["a", "b"])).toEqual(["lost0", "a3"]);
  });

  test("marks a span whose parent did not come", () => {
    expect(
      treeOf(spans)
        .filter(({ isOrphan }) => isOrphan)
        .map((row) => row.span.spanId),
    ).toEqual(["lost"]);
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
        const rows = treeOf(given.map(({ id, parent, at }) => span(id, parent, at)));
        expect(rows.map((row) => row.span.spanId).sort()).toEqual(given.map(({ id }) => id).sort());
      }),
    );
  });
});
