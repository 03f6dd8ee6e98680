import type { TraceTree } from "../../platform/api/types.ts";
import type { TreeRow } from "./use-tree.ts";

/** Spans with folded children, and first spans of runs that are shown one by one, as in the address. */
export interface Folding {
  readonly folded: string;
  readonly unfolded: string;
}

export type Fold = "fold" | "unfold" | "toggle";

export const isTogether = ({ alike }: Pick<TreeRow, "alike">) => alike !== undefined && !alike.isUnfolded;

/** Returns the changed address parts; undefined if there is nothing to change. */
export function foldingAfter(row: TreeRow, { folded, unfolded }: Folding, how: Fold): Partial<Folding> | undefined {
  const isFolded = has(folded, row.spanId);
  if (isTogether(row)) return how === "fold" ? undefined : { unfolded: flipped(unfolded, row.spanId) };
  if (row.alike && how !== "unfold" && (row.descendants === 0 || (how === "fold" && isFolded))) {
    return { unfolded: flipped(unfolded, row.spanId) };
  }
  if (row.descendants === 0 || how === (isFolded ? "fold" : "unfold")) return undefined;
  return { folded: flipped(folded, row.spanId) };
}

export const has = (ids: string, id: string) => ids.split(",").includes(id);

function flipped(ids: string, id: string): string {
  const before = ids.split(",").filter((each) => each !== "");
  return (before.includes(id) ? before.filter((each) => each !== id) : [...before, id]).join(",");
}

type SpanMatch = NonNullable<TraceTree["found"]>[number];

/** A span that was found; its row is left out if it may have moved. */
export type FoundSpan = Omit<SpanMatch, "row"> & Partial<Pick<SpanMatch, "row">>;

/** Returns the rank of the selected span among the matches; between two of them, by its row, if it isn't one. */
export function rankAmong(
  found: readonly SpanMatch[],
  at: { readonly row: number; readonly span: string | undefined },
): number {
  const rank = found.findIndex(({ spanId }) => spanId === at.span);
  return rank >= 0 ? rank : found.filter(({ row }) => row <= at.row).length - 0.5;
}

/** Returns the folding that gives the span its own row; undefined if it has one. */
export function foldingFor({ folded = [], together = [] }: FoundSpan, before: Folding): Folding | undefined {
  if (folded.length === 0 && together.length === 0) return undefined;
  const listed = (ids: string) => ids.split(",").filter((id) => id !== "");
  return {
    folded: listed(before.folded)
      .filter((id) => !folded.includes(id))
      .join(","),
    unfolded: [...new Set([...listed(before.unfolded), ...together])].join(","),
  };
}
