import { hashKey, useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { datapointsQuery } from "../../platform/api/queries.ts";
import type { DatapointRow } from "../../platform/api/types.ts";
import { type Tail, useTail } from "./use-tail.ts";

interface Asked {
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
  /** Why there are no rows; or, where there are, no newer or no more. */
  readonly error: Error | null;
  /** Of the question before, until the answer to this one is there. */
  readonly isOld: boolean;
  readonly hasMore: boolean;
  readonly more: () => void;
  /** The next page once more, where it did not come. */
  readonly again: (() => void) | undefined;
  /** How far back was looked, where that is not the whole range yet. */
  readonly search: Search | undefined;
  readonly tail: Tail;
  readonly setResting: (isResting: boolean) => void;
}

/** A search that takes long goes on by itself as long as there is room for more rows, until it is stopped. */
export interface Search {
  /** In ISO 8601: nothing older was looked at. */
  readonly searchedTo: string;
  readonly isRunning: boolean;
  readonly stop: () => void;
  readonly goOn: () => void;
}

/** What the list shows: rows that were stored, page by page, and in front of them those that arrive. */
export function useRows({ q, range, order, at, live, isPeeking }: Asked): Rows {
  const [isResting, setResting] = useState(false);
  const queries = useQueryClient();
  const question = datapointsQuery({ q, range, order, at });
  const { queryKey } = question;
  // A search of many parts is not made anew because somebody came back to it.
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
    // What failed is not asked for again by every turn of the wheel, and what is under way goes on.
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
