import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { ask } from "./client.ts";
import type { DeadLetterPage, Page, QueueState } from "./types.ts";

export const queuesQuery = queryOptions({
  queryKey: ["queues"],
  queryFn: ({ signal }) => ask<Page<QueueState>>("/health/queues", { signal }),
  refetchInterval: 5_000,
});

export const deadLettersQuery = infiniteQueryOptions({
  queryKey: ["dead-letters"],
  queryFn: ({ pageParam, signal }) =>
    ask<DeadLetterPage>("/dead-letters", { query: { limit: 50, cursor: pageParam }, signal }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ nextCursor }) => nextCursor,
  refetchInterval: 5_000,
});
