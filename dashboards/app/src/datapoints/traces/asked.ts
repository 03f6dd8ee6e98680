import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { ask } from "../../platform/api/client.ts";
import type { TraceTree } from "../../platform/api/types.ts";
import type { TraceView } from "./views.ts";

export const windowRows = 200;

/** A trace as the address says it is shown. */
export interface Asked {
  readonly traceId: string;
  readonly folded: string;
  readonly unfolded: string;
  readonly view: TraceView;
  /** The span that the page was opened at. */
  readonly focus?: string | undefined;
}

/** What the rows of an address follow from. */
const shapeOf = ({ folded, unfolded, view }: Asked) =>
  view === "" ? { folded: folded || undefined, unfolded: unfolded || undefined } : { view: "longest" };

/** Spans that have a text in their name or status message, folded ones as well. */
export const foundQuery = (asked: Asked, text: string) =>
  queryOptions({
    queryKey: ["trace-found", asked.traceId, shapeOf(asked), text],
    queryFn: async ({ signal }) => {
      const query = { limit: 1, ...shapeOf(asked), find: text };
      const { found } = await ask<TraceTree>(`/traces/${encodeURIComponent(asked.traceId)}/tree`, { query, signal });
      return found ?? [];
    },
    enabled: text !== "",
    // While something is unfolded the same spans are found, if in other rows.
    placeholderData: (before, query) => (query?.queryKey.at(-1) === text ? before : undefined),
  });

export const windowQuery = (asked: Asked, window: number) =>
  queryOptions({
    queryKey: ["trace-tree", asked.traceId, shapeOf(asked), asked.focus, window],
    queryFn: ({ signal }) =>
      ask<TraceTree>(`/traces/${encodeURIComponent(asked.traceId)}/tree`, {
        query: { offset: window * windowRows, limit: windowRows, ...shapeOf(asked), focus: asked.focus },
        signal,
      }),
    placeholderData: keepPreviousData,
  });
