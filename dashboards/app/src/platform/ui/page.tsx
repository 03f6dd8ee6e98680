import { type Query, useQuery, useQueryClient } from "@tanstack/react-query";
import { Fragment, type ReactNode, useEffect, useMemo } from "react";
import { ApiProblem, isUnanswered, mayPass } from "../api/problem.ts";
import { healthQuery } from "../api/queries.ts";
import { Button } from "./button.tsx";
import { CopyButton } from "./copy-button.tsx";
import { capitalizeFirst } from "./format.tsx";

interface PageProps {
  readonly title: string;
  readonly tab?: string;
  readonly actions?: ReactNode;
  /** Limits the width to readable text; for lists and forms, not grids. */
  readonly narrow?: boolean;
  readonly children: ReactNode;
}

/** The frame of a page that scrolls as a whole: one heading, its actions, the content. */
export function Page({ title, tab = title, actions, narrow = false, children }: PageProps) {
  useTitle(tab);
  return (
    <>
      <div className="bar">
        <h1>{title}</h1>
        <span className="grow" />
        {actions}
      </div>
      <div className="page-body">
        <div className={narrow ? "stack narrow" : "stack"}>{children}</div>
      </div>
    </>
  );
}

export const Section = ({ title, actions, children }: { title: string; actions?: ReactNode; children: ReactNode }) => (
  <section className="card" aria-label={title}>
    <header>
      <h2>{title}</h2>
      {actions}
    </header>
    {children}
  </section>
);

export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Gaffe`;
  }, [title]);
}

/** An empty state, with the reason: no data ever, no match, or none in this time range. */
export const Blank = ({ title, children }: { title: string; children?: ReactNode }) => (
  <div className="blank">
    <h2>{title}</h2>
    {children}
  </div>
);

/**
 * An error at the place where it happened, with details for a report. A failed query is retried by a button:
 * it is found by its error, so every page offers it; `retry` is for failures outside the query cache.
 */
export function Wrong({ error, retry }: { error: unknown; retry?: (() => void) | undefined }) {
  const problem = error instanceof ApiProblem ? error : undefined;
  const isRefusal = !mayPass(error);
  const refetch = useRetry(error);
  const isShownAbove = useIsShownAbove(error);
  const again = isRefusal ? undefined : (retry ?? refetch);
  const title = problem?.title ?? "This did not work";
  const detail = error instanceof Error ? error.message : String(error);
  if (isShownAbove) return null;
  return (
    <div className="note fail" role="alert">
      <strong>{title}</strong>
      <span>
        {capitalizeFirst(detail)}
        {problem?.status === 404 && ". It may belong to another project, or have been deleted."}
      </span>
      {problem?.requestId && <span className="small">Request {problem.requestId}</span>}
      {!isRefusal && (
        <span className="line">
          {again && <Button text="Try again" onClick={again} />}
          <CopyButton text={reportOf(title, detail, problem)} label="Copy details" />
        </span>
      )}
    </div>
  );
}

/** Returns a function that refetches the queries that failed with this error; undefined for a mutation's error. */
function useRetry(error: unknown): (() => void) | undefined {
  const queries = useQueryClient();
  const predicate = ({ state }: Query) => state.error === error;
  const isQuestion = queries.getQueryCache().findAll({ predicate }).length > 0;
  return isQuestion ? () => void queries.refetchQueries({ predicate }) : undefined;
}

/** Returns whether the banner above reports it already, so that parts with older data show no error. */
function useIsShownAbove(error: unknown): boolean {
  const queries = useQueryClient();
  const { error: aboveAll } = useQuery({ ...healthQuery, enabled: false });
  const failed = queries.getQueryCache().findAll({ predicate: ({ state }) => state.error === error });
  return isUnanswered(aboveAll) && failed.length > 0 && failed.every(({ state }) => state.data !== undefined);
}

const reportOf = (title: string, detail: string, problem: ApiProblem | undefined): string =>
  [
    `${title}: ${detail}`,
    ...(problem ? [`status ${problem.status} ${problem.type}`] : []),
    ...(problem?.requestId === undefined ? [] : [`request ${problem.requestId}`]),
    `${location.href} at ${new Date().toISOString()}`,
  ].join("\n");

/** The error of a query, or placeholder rows until it has data. */
export const Awaited = ({ data, error, rows = 8 }: { data: unknown; error: unknown; rows?: number }) =>
  error ? <Wrong error={error} /> : data === undefined && <Skeleton rows={rows} />;

interface BarProps {
  readonly back?: ReactNode;
  readonly title: ReactNode;
  readonly className?: string;
  readonly children?: ReactNode;
}

/** The bar of a page whose content is not one column. */
export const Bar = ({ back, title, className = "cut", children }: BarProps) => (
  <div className="bar">
    {back}
    <h1 className={className}>{title}</h1>
    {children}
  </div>
);

/** Terms and their descriptions; one without a description is left out. */
export const FactList = ({ rows, className = "" }: { rows: readonly Fact[]; className?: string }) => (
  <dl className={`facts ${className}`}>
    {rows.map(([term, description], index) =>
      description === undefined || description === false ? null : (
        // oxlint-disable-next-line react/no-array-index-key -- two terms may be the same, and none moves
        <Fragment key={index}>
          <dt>{term}</dt>
          <dd>{description}</dd>
        </Fragment>
      ),
    )}
  </dl>
);

export type Fact = readonly [term: ReactNode, description: ReactNode];

const widths = ["62%", "84%", "47%", "73%", "58%", "90%", "66%", "51%"];

export const Skeleton = ({ rows = 8 }: { rows?: number }) => (
  <div className="stack" aria-busy="true">
    <span className="hidden" role="status">
      Loading
    </span>
    {Array.from({ length: rows }, (_, row) => (
      // oxlint-disable-next-line react/no-array-index-key -- the rows are all alike and never move
      <div key={row} className="skeleton pulse" style={{ width: widths[row % widths.length] }} />
    ))}
  </div>
);

interface Paged {
  readonly error: Error | null;
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly isFetchNextPageError: boolean;
  readonly fetchNextPage: (how: { readonly cancelRefetch: boolean }) => unknown;
}

/** The button for the next page, with its loading and error states. Loaded rows stay in place. */
export function More({ of, children = "Show more" }: { of: Paged; children?: string }) {
  if (!of.hasNextPage) return null;
  // A double click loads only one page.
  const next = () => void of.fetchNextPage({ cancelRefetch: false });
  if (of.isFetchNextPageError) return <Wrong error={of.error} retry={next} />;
  return (
    <Button text={of.isFetchingNextPage ? "Loading …" : children} aria-busy={of.isFetchingNextPage} onClick={next} />
  );
}

/** Returns the list's error, unless only its next page failed, which `More` shows. */
export const errorOf = ({ error, isFetchNextPageError }: Paged): Error | null => (isFetchNextPageError ? null : error);

/** Returns all loaded items, undefined while the first page is loading. The array is stable until more arrive. */
export const useItems = <Row,>(
  data: { readonly pages: readonly { readonly items: readonly Row[] }[] } | undefined,
): readonly Row[] | undefined => useMemo(() => data?.pages.flatMap(({ items }) => items), [data]);
