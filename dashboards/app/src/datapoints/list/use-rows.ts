import { hashKey, useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { datapointsQuery } from "../../platform/api/queries.ts";
import type { DatapointRow } from "../../platform/api/types.ts";
import { type Tail, useTail } from "./use-tail.tsx";

interface RowsRequest {
  readonly q: string;
  readonly range: string;
  readonly order: string;
  readonly at: string | undefined;
  readonly live: boolean;
  readonly isPeeking: boolean;
}

export interface Rows {
  readonly rows: readonly DatapointRow[];
  readonly state: "loading" | "failed" | "there";
  /** Why there are no rows; or, if there are rows, why no newer or older ones load. */
  readonly error: Error | null;
  /** Whether the rows belong to the previous query, while the new one loads. */
  readonly isOld: boolean;
  readonly hasMore: boolean;
  readonly more: () => void;
  /** Retries the next page if it failed. */
  readonly again: (() => void) | undefined;
  /** Progress of the search, unless it covers the whole range. */
  readonly search: Search | undefined;
  readonly tail: Tail;
  readonly setResting: (isResting: boolean) => void;
}

/** A slow search continues automatically while the list has room for rows, until it is stopped. */
export interface Search {
  /** ISO 8601 time; older datapoints are not searched yet. */
  readonly searchedTo: string;
  readonly isRunning: boolean;
  readonly stop: () => void;
  readonly goOn: () => void;
}

/** Returns the rows of the list: stored ones page by page, preceded by those that arrive. */
export function useRows({ q, range, order, at, live, isPeeking }: RowsRequest): Rows {
  const [isResting, setResting] = useState(false);
  const queries = useQueryClient();
  const question = datapointsQuery({ q, range, order, at });
  const { queryKey } = question;
  // A search of many parts is not repeated when the user comes back.
  const isShort = () => queries.getQueryData(queryKey)?.pages.every((page) => page.searchedTo === undefined) ?? true;
  const list = useInfiniteQuery({ ...question, refetchOnMount: isShort, refetchOnWindowFocus: isShort });
  const [stopped, setStopped] = useState<readonly unknown[]>();
  const tail = useTail({ q, on: live && order === "newest", isResting: isResting || isPeeking });
  const { data, error, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = list;
  const rows = useMemo(() => {
    const listed = data?.pages.flatMap(({ items }) => items) ?? [];
    if (tail.rows.length === 0) return listed;
    const came = new Set(tail.rows.map(({ id }) => id));
    return [...tail.rows, ...listed.filter(({ id }) => !came.has(id))];
  }, [data, tail.rows]);
  const searchedTo = list.isPlaceholderData ? undefined : data?.pages.at(-1)?.searchedTo;
  const isStopped = searchedTo !== undefined && hashKey(stopped ?? []) === hashKey(queryKey);
  const goOn = () => {
    setStopped(undefined);
    void fetchNextPage();
  };
  return {
    rows,
    state: data ? "there" : error ? "failed" : "loading",
    error,
    isOld: list.isPlaceholderData,
    hasMore: hasNextPage,
    // Scrolling does not retry a failed page, and does not interrupt one that is loading.
    more: () =>
      hasNextPage &&
      !isStopped &&
      !isFetchingNextPage &&
      !isFetchNextPageError &&
      void fetchNextPage({ cancelRefetch: false }),
    again: isFetchNextPageError ? () => void fetchNextPage() : undefined,
    search: searchedTo === undefined ? undefined : { searchedTo, isRunning: isFetchingNextPage, stop, goOn },
    tail,
    setResting,
  };

  function stop(): void {
    setStopped(queryKey);
    void queries.cancelQueries({ queryKey });
  }
}
