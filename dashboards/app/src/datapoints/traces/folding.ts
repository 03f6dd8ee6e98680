import type { TreeRow } from "./use-tree.ts";

/** Spans whose children are folded away, and first spans of runs that are shown one by one, as the address has them. */
export interface Folding {
  readonly folded: string;
  readonly unfolded: string;
}

export type Fold = "fold" | "unfold" | "toggle";

export const isTogether = ({ alike }: Pick<TreeRow, "alike">) => alike !== undefined && !alike.isUnfolded;

/** What of the address changes; undefined where there is nothing to fold, or it is so already. */
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
