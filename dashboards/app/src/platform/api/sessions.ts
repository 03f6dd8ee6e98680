import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import { rangeOf } from "../ui/time/range.ts";
import { callApi } from "./client.ts";
import type { CallSession } from "./types.ts";

const first = undefined as string | undefined;

export const sessionsQuery = ({ q, range }: { q: string; range: string }) =>
  infiniteQueryOptions({
    queryKey: ["sessions", q, range],
    queryFn: ({ pageParam, signal }) =>
      callApi("GET /sessions", { query: { q, ...rangeOf(range, Date.now()), limit: 100, cursor: pageParam }, signal }),
    initialPageParam: first,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
  });

export const sessionQuery = (id: string) =>
  queryOptions({
    queryKey: ["session", id],
    queryFn: ({ signal }) => callApi("GET /sessions/{id}", { path: { id }, signal }),
  });

/** The calls of a session, by time. */
export const sessionCallsQuery = ({ id, firstAt, lastAt }: CallSession) =>
  infiniteQueryOptions({
    queryKey: ["session-calls", id, firstAt, lastAt],
    queryFn: ({ pageParam, signal }) =>
      callApi("GET /datapoints", {
        query: {
          q: `session:="${id.replace(/["\\]/g, "\\$&")}"`,
          from: Date.parse(firstAt),
          to: Date.parse(lastAt) + 1,
          order: "oldest",
          limit: 50,
          cursor: pageParam,
        },
        signal,
      }),
    initialPageParam: first,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
