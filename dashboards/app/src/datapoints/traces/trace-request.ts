import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { callApi } from "../../platform/api/client.ts";
import type { TraceView } from "./views.ts";

export const windowRows = 200;

/** A trace, with the parts of the address that select what is shown. */
export interface TraceRequest {
  readonly traceId: string;
  readonly folded: string;
  readonly unfolded: string;
  readonly view: TraceView;
  /** The span at which the page was opened. */
  readonly focus?: string | undefined;
}

/** The address parts that determine the rows. */
const shapeOf = ({ folded, unfolded, view }: TraceRequest) =>
  view === "" ? { folded: folded || undefined, unfolded: unfolded || undefined } : ({ view: "longest" } as const);

/** Finds spans by a text in their name or status message, including folded ones. */
export const foundQuery = (request: TraceRequest, text: string) =>
  queryOptions({
    queryKey: ["trace-found", request.traceId, shapeOf(request), text],
    queryFn: async ({ signal }) => {
      const query = { limit: 1, ...shapeOf(request), find: text };
      const { found } = await callApi("GET /traces/{traceId}/tree", {
        path: { traceId: request.traceId },
        query,
        signal,
      });
      return found ?? [];
    },
    enabled: text !== "",
    // Unfolding changes the rows but not the matches.
    placeholderData: (before, query) => (query?.queryKey.at(-1) === text ? before : undefined),
  });

export const windowQuery = (request: TraceRequest, window: number) =>
  queryOptions({
    queryKey: ["trace-tree", request.traceId, shapeOf(request), request.focus, window],
    queryFn: ({ signal }) =>
      callApi("GET /traces/{traceId}/tree", {
        path: { traceId: request.traceId },
        query: { offset: window * windowRows, limit: windowRows, ...shapeOf(request), focus: request.focus },
        signal,
      }),
    placeholderData: keepPreviousData,
  });
