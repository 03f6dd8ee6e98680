import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { callApi } from "../../platform/api/client.ts";
import { queryOf } from "../../platform/api/query.ts";

export const windowRows = 200;

export interface TraceRequest {
  readonly traceId: string;
  readonly folded: string;
  readonly unfolded: string;
  readonly view: TraceView;
  readonly focus?: string | undefined;
}

const shapeOf = ({ folded, unfolded, view }: Pick<TraceRequest, "folded" | "unfolded" | "view">) =>
  view === "" ? { folded: folded || undefined, unfolded: unfolded || undefined } : ({ view: "longest" } as const);

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

export const windowQuery = ({ traceId, focus, ...request }: TraceRequest, window: number) =>
  queryOf(
    "GET /traces/{traceId}/tree",
    { path: { traceId }, query: { offset: window * windowRows, limit: windowRows, ...shapeOf(request), focus } },
    { placeholderData: keepPreviousData },
  );

/** Views of a trace's spans, as in the address: by hierarchy, by time, by duration. */
export const traceViews = [
  ["", "Tree"],
  ["flame", "Flame"],
  ["list", "List"],
] as const;
export type TraceView = (typeof traceViews)[number][0];

export const viewOf = (view: string | undefined): TraceView => traceViews.find(([name]) => name === view)?.[0] ?? "";

export function viewAfter(view: TraceView): TraceView {
  const at = traceViews.findIndex(([name]) => name === view);
  return traceViews[(at + 1) % traceViews.length]?.[0] ?? "";
}

export interface Zoom {
  readonly from: number;
  readonly to: number;
}

/** Parses `range=120-450` of a trace's address: milliseconds after its start. */
export function zoomOf(range: string | undefined, durationMs: number): Zoom {
  const [from = Number.NaN, to = Number.NaN] = (range ?? "").split("-").map(Number);
  return from >= 0 && from < to ? { from, to } : { from: 0, to: Math.max(durationMs, 0.001) };
}
