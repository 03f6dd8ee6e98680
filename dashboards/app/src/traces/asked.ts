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
