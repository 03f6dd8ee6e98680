import type { QueryClient, QueryFunction, QueryKey } from "@tanstack/react-query";

/** Anything that `queryOptions` and `infiniteQueryOptions` make. */
export interface Question {
  readonly queryKey: QueryKey;
  readonly queryFn?: unknown;
  /** Of lists that are read page by page. */
  readonly initialPageParam?: unknown;
}

/** A question with the answer that is on its way. */
export interface Begun {
  readonly question: Question;
  readonly answer: Promise<unknown>;
}

/** Asks before there is anything that keeps answers. */
export function begin(question: Question): Begun {
  const { signal } = new AbortController();
  const ask = question.queryFn as (context: { signal: AbortSignal; pageParam: unknown }) => Promise<unknown>;
  const answer = ask({ signal, pageParam: question.initialPageParam });
  // Whoever waits for it is told, and tells; until then it is nobody's failure.
  answer.catch(() => undefined);
  return { question, answer };
}

/** Puts the answers where the app looks for them. What is asked again later is asked anew. */
export function takeOver(queries: QueryClient, begun: readonly Begun[]): void {
  for (const { question, answer } of begun) {
    const { queryKey, queryFn: ask } = question;
    let first: Promise<unknown> | undefined = answer;
    const queryFn: QueryFunction<unknown, QueryKey, unknown> = (context) => {
      const given = first;
      first = undefined;
      return given ?? (ask as typeof queryFn)(context);
    };
    if ("initialPageParam" in question) {
      void queries.prefetchInfiniteQuery({ queryKey, queryFn, initialPageParam: question.initialPageParam });
    } else void queries.prefetchQuery({ queryKey, queryFn });
  }
}
