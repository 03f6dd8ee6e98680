import type { TraceTree } from "../../platform/api/types.ts";
import type { Folding } from "./folding.ts";

type Told = NonNullable<TraceTree["found"]>[number];

/** A span that was found; its row is left out where it may have moved since. */
export type FoundSpan = Omit<Told, "row"> & Partial<Pick<Told, "row">>;

/** The place of the chosen span among those that were found; between two of them, by its row, where it is none. */
export function placeAmong(
  found: readonly Told[],
  at: { readonly row: number; readonly span: string | undefined },
): number {
  const place = found.findIndex(({ spanId }) => spanId === at.span);
  return place >= 0 ? place : found.filter(({ row }) => row <= at.row).length - 0.5;
}

/** The folding with which the span has a row of its own; undefined where it has one. */
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
