import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { callApi } from "./client.ts";
import type { DeadLetterPage, Page, QueueState } from "./types.ts";

export const queuesQuery = queryOptions({
  queryKey: ["queues"],
  queryFn: ({ signal }) => callApi<Page<QueueState>>("/health/queues", { signal }),
  refetchInterval: 5_000,
});

export const deadLettersQuery = infiniteQueryOptions({
  queryKey: ["dead-letters"],
  queryFn: ({ pageParam, signal }) =>
    callApi<DeadLetterPage>("/dead-letters", { query: { limit: 50, cursor: pageParam }, signal }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ nextCursor }) => nextCursor,
  refetchInterval: 5_000,
});
