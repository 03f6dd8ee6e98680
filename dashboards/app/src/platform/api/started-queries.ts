import type { QueryClient, QueryFunction, QueryKey } from "@tanstack/react-query";

/** Any result of `queryOptions` or `infiniteQueryOptions`. */
export interface Question {
  readonly queryKey: QueryKey;
  readonly queryFn?: unknown;
  /** Present for lists that are read page by page. */
  readonly initialPageParam?: unknown;
}

export interface StartedQuery {
  readonly question: Question;
  readonly answer: Promise<unknown>;
}

/** Starts a query before there is a query client to cache it. */
export function begin(question: Question): StartedQuery {
  const { signal } = new AbortController();
  const run = question.queryFn as (context: { signal: AbortSignal; pageParam: unknown }) => Promise<unknown>;
  const answer = run({ signal, pageParam: question.initialPageParam });
  // The consumer handles a failure; until then it must not count as an unhandled rejection.
  answer.catch(() => undefined);
  return { question, answer };
}

/** Hands the started responses to the query client. Later refetches send new requests. */
export function takeOver(queries: QueryClient, started: readonly StartedQuery[]): void {
  for (const { question, answer } of started) {
    const { queryKey, queryFn: run } = question;
    let first: Promise<unknown> | undefined = answer;
    const queryFn: QueryFunction<unknown, QueryKey, unknown> = (context) => {
      const given = first;
      first = undefined;
      return given ?? (run as typeof queryFn)(context);
    };
    if ("initialPageParam" in question) {
      void queries.prefetchInfiniteQuery({ queryKey, queryFn, initialPageParam: question.initialPageParam });
    } else void queries.prefetchQuery({ queryKey, queryFn });
  }
}
