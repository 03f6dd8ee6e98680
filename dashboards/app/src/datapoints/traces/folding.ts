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
