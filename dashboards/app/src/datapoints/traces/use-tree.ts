import { queryOptions, useQueries } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { ask } from "../../platform/api/client.ts";
import type { TraceSpan, TraceTree } from "../../platform/api/types.ts";
import { type Asked, windowQuery } from "./asked.ts";

export type TreeRow = TraceTree["rows"][number];

export const spanQuery = (traceId: string, spanId: string) =>
  queryOptions({
    queryKey: ["span", traceId, spanId],
    queryFn: ({ signal }) =>
      ask<TraceSpan>(`/traces/${encodeURIComponent(traceId)}/spans/${encodeURIComponent(spanId)}`, { signal }),
  });

/** The windows of a waterfall that are in view, and the rows in them by their place. */
export function useTree(asked: Asked, windows: readonly number[]) {
  const results = useQueries({ queries: windows.map((window) => windowQuery(asked, window)) });
  const rows = new Map<number, TreeRow>();
  for (const { data, isPlaceholderData } of results) {
    if (!isPlaceholderData)
      for (const [index, row] of (data?.rows ?? []).entries()) rows.set((data?.offset ?? 0) + index, row);
  }
  const answered = results.find(({ data, isPlaceholderData }) => data && !isPlaceholderData)?.data;
  const tree = answered ?? results.find(({ data }) => data)?.data;
  // While something is folded the whole stays as it was: only its rows are asked for anew.
  const last = useRef<TraceTree>(undefined);
  useEffect(() => {
    if (tree) last.current = tree;
  });
  const before = last.current?.traceId === asked.traceId ? last.current : undefined;
  return {
    rows,
    tree: tree ?? before,
    /** Of the answer to this very question. */
    focusRow: answered?.focusRow,
    error: results.find(({ error }) => error)?.error ?? undefined,
  };
}
