import { useQueries } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { queryOf } from "../../platform/api/query.ts";
import type { TraceTree } from "../../platform/api/types.ts";
import { type TraceRequest, windowQuery } from "./trace-request.ts";

export type TreeRow = TraceTree["rows"][number];

export const spanQuery = (traceId: string, spanId: string) =>
  queryOf("GET /traces/{traceId}/spans/{spanId}", { path: { traceId, spanId } });

/** Loads the windows of a waterfall that are in view; rows are indexed by position. */
export function useTree(request: TraceRequest, windows: readonly number[]) {
  const results = useQueries({ queries: windows.map((window) => windowQuery(request, window)) });
  const rows = new Map<number, TreeRow>();
  for (const { data, isPlaceholderData } of results) {
    if (!isPlaceholderData)
      for (const [index, row] of (data?.rows ?? []).entries()) rows.set((data?.offset ?? 0) + index, row);
  }
  const current = results.find(({ data, isPlaceholderData }) => data && !isPlaceholderData)?.data;
  const tree = current ?? results.find(({ data }) => data)?.data;
  // Folding changes only the rows, so the rest of the last response stays valid.
  const last = useRef<TraceTree>(undefined);
  useEffect(() => {
    if (tree) last.current = tree;
  });
  const before = last.current?.traceId === request.traceId ? last.current : undefined;
  return {
    rows,
    tree: tree ?? before,
    /** Only from a response to the current request. */
    focusRow: current?.focusRow,
    error: results.find(({ error }) => error)?.error ?? undefined,
  };
}
