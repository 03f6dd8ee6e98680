import {
  aloneAtMost,
  type DrawnRows,
  type Folding,
  runAt,
  type TraceSkeleton,
  type Waterfall,
} from "../traces/trace-tree.ts";

/** Where a found span is in the waterfall, and what hides it. Spans are indices into the skeleton. */
export interface SpanLocation {
  readonly span: number;
  /** Index of the drawn row that shows the span or represents it. */
  readonly drawnRow: number;
  /** Folded ancestors. */
  readonly folded: readonly number[];
  /** First spans of the runs of similar siblings, drawn as one row, that contain it. */
  readonly together: readonly number[];
}

interface Wanted extends Folding {
  readonly drawn: DrawnRows;
  readonly isFound: (row: number) => boolean;
  readonly atMost: number;
}

/** Returns the found spans in waterfall order, each with everything that must be unfolded to show its row. */
export function spanLocations(
  waterfall: Waterfall,
  { names }: Pick<TraceSkeleton, "names">,
  { folded, opened, drawn, isFound, atMost }: Wanted,
): readonly SpanLocation[] {
  const { spans, depths } = waterfall;
  const found: SpanLocation[] = [];
  /** At each depth, the span that the current row is below, and the first span of its collapsed run (-1: none). */
  const path: number[] = [];
  const runs: number[] = [];
  const seenUpTo: number[] = [];
  let drawnRow = -1;
  for (let row = 0; row < spans.length && found.length < atMost; row++) {
    const span = spans[row] ?? 0;
    const depth = depths[row] ?? 0;
    if (drawn.rows[drawnRow + 1] === row) drawnRow++;
    path[depth] = span;
    if (row >= (seenUpTo[depth] ?? 0)) {
      const { length, end } = runAt(waterfall, names, row);
      seenUpTo[depth] = end;
      runs[depth] = length > aloneAtMost && !opened.has(span) ? span : -1;
    }
    if (!isFound(row)) continue;
    found.push({
      span,
      drawnRow,
      folded: path.slice(0, depth).filter((above) => folded.has(above)),
      together: runs.slice(0, depth + 1).filter((first) => first >= 0),
    });
  }
  return found;
}
