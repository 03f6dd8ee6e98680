import {
  aloneAtMost,
  type DrawnRows,
  type Folding,
  runAt,
  type TraceSkeleton,
  type Waterfall,
} from "../traces/trace-tree.ts";

/** A span that was looked for, and what hides it. Spans are places in the skeleton. */
export interface Whereabouts {
  readonly span: number;
  /** Of the drawn row that shows it, or stands for it. */
  readonly place: number;
  /** Folded spans that it lies below. */
  readonly folded: readonly number[];
  /** First spans of the runs of like siblings, drawn as one row, that it lies in. */
  readonly together: readonly number[];
}

interface Wanted extends Folding {
  readonly drawn: DrawnRows;
  readonly isFound: (row: number) => boolean;
  readonly atMost: number;
}

/** The spans that are looked for, in the order of the waterfall, each with all that has to be unfolded for it to have a row. */
export function whereaboutsOf(
  waterfall: Waterfall,
  { names }: Pick<TraceSkeleton, "names">,
  { folded, opened, drawn, isFound, atMost }: Wanted,
): readonly Whereabouts[] {
  const { spans, depths } = waterfall;
  const found: Whereabouts[] = [];
  /** The span of each depth that the row lies below, and the first span of the drawn run that that one is in; -1 for none. */
  const path: number[] = [];
  const runs: number[] = [];
  const seenUpTo: number[] = [];
  let place = -1;
  for (let row = 0; row < spans.length && found.length < atMost; row++) {
    const span = spans[row] ?? 0;
    const depth = depths[row] ?? 0;
    if (drawn.rows[place + 1] === row) place++;
    path[depth] = span;
    if (row >= (seenUpTo[depth] ?? 0)) {
      const { length, end } = runAt(waterfall, names, row);
      seenUpTo[depth] = end;
      runs[depth] = length > aloneAtMost && !opened.has(span) ? span : -1;
    }
    if (!isFound(row)) continue;
    found.push({
      span,
      place,
      folded: path.slice(0, depth).filter((above) => folded.has(above)),
      together: runs.slice(0, depth + 1).filter((first) => first >= 0),
    });
  }
  return found;
}
