import type { TraceTree } from "../../platform/api/types.ts";
import type { Folding } from "./folding.ts";

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
