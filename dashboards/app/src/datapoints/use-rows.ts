import { useInfiniteQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { datapointsQuery } from "../api/queries.ts";
import type { DatapointRow } from "../api/types.ts";
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
  readonly tail: Tail;
  readonly setResting: (isResting: boolean) => void;
}

/** What the list shows: rows that were stored, page by page, and in front of them those that arrive. */
export function useRows({ q, range, order, at, live, isPeeking }: Asked): Rows {
  const [isResting, setResting] = useState(false);
  const list = useInfiniteQuery(datapointsQuery({ q, range, order, at }));
  const tail = useTail({ q, on: live && order === "newest", isResting: isResting || isPeeking });
  const { data, error, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = list;
  const rows = useMemo(() => {
    const listed = data?.pages.flatMap(({ items }) => items) ?? [];
    if (tail.rows.length === 0) return listed;
    const came = new Set(tail.rows.map(({ id }) => id));
    return [...tail.rows, ...listed.filter(({ id }) => !came.has(id))];
  }, [data, tail.rows]);
  return {
    rows,
    state: data ? "there" : error ? "failed" : "loading",
    error,
    isOld: list.isPlaceholderData,
    hasMore: hasNextPage,
    // What failed is not asked for again by every turn of the wheel.
    more: () => hasNextPage && !isFetchingNextPage && !isFetchNextPageError && void fetchNextPage(),
    again: isFetchNextPageError ? () => void fetchNextPage() : undefined,
    tail,
    setResting,
  };
}
