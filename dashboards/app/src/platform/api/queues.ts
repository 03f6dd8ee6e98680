import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { callApi } from "./client.ts";

export const queuesQuery = queryOptions({
  queryKey: ["queues"],
  queryFn: ({ signal }) => callApi("GET /health/queues", { signal }),
  refetchInterval: 5_000,
});

export const deadLettersQuery = infiniteQueryOptions({
  queryKey: ["dead-letters"],
  queryFn: ({ pageParam, signal }) => callApi("GET /dead-letters", { query: { limit: 50, cursor: pageParam }, signal }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ nextCursor }) => nextCursor,
  refetchInterval: 5_000,
});
