import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { ask } from "../api/client.ts";
import type { TraceTree } from "../api/types.ts";

export const windowRows = 200;

/** A trace as the address says it is shown. */
export interface Asked {
  readonly traceId: string;
  readonly folded: string;
  readonly focus?: string | undefined;
}

/** Rows of the spans that have a text in their name or status message. */
export const foundQuery = ({ traceId, folded }: Asked, text: string) =>
  queryOptions({
    queryKey: ["trace-found", traceId, folded, text],
    queryFn: async ({ signal }) => {
      const query = { limit: 1, folded: folded || undefined, find: text };
      return (await ask<TraceTree>(`/traces/${encodeURIComponent(traceId)}/tree`, { query, signal })).foundRows ?? [];
    },
    enabled: text !== "",
  });

export const windowQuery = ({ traceId, folded, focus }: Asked, window: number) =>
  queryOptions({
    queryKey: ["trace-tree", traceId, folded, window],
    queryFn: ({ signal }) =>
      ask<TraceTree>(`/traces/${encodeURIComponent(traceId)}/tree`, {
        query: { offset: window * windowRows, limit: windowRows, folded: folded || undefined, focus },
        signal,
      }),
    placeholderData: keepPreviousData,
  });
