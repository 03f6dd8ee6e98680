import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { rangeOf } from "../ui/time/range.ts";
import { callApi } from "./client.ts";
import type { UsageGroup } from "./types.ts";

interface Scope {
  readonly q: string;
  readonly range: string;
}

const scopeOf = ({ q, range }: Scope) => ({ q, ...rangeOf(range, Date.now()) });

/**
 * Options of overview queries. Their failures show in place and are not retried automatically, because the
 * query was too expensive.
 */
const overviewOptions = { retry: false, staleTime: 30_000, placeholderData: keepPreviousData } as const;

export const histogramQuery = (scope: Scope) =>
  queryOptions({
    queryKey: ["histogram", scope],
    queryFn: ({ signal }) =>
      callApi("GET /datapoints/histogram", { query: { ...scopeOf(scope), buckets: 90 }, signal }),
    ...overviewOptions,
  });

export const facetQuery = ({ field, ...scope }: Scope & { field: string }) =>
  queryOptions({
    queryKey: ["facet", field, scope],
    queryFn: ({ signal }) =>
      callApi("GET /datapoints/facets/{field}", { path: { field }, query: { ...scopeOf(scope), limit: 30 }, signal }),
    ...overviewOptions,
  });

export const usageQuery = ({ by, buckets = 96, ...scope }: Scope & { by?: string; buckets?: number }) =>
  queryOptions({
    queryKey: ["usage", by, buckets, scope],
    queryFn: ({ signal }) =>
      callApi("GET /usage", { query: { ...scopeOf(scope), by: by as UsageGroup, buckets }, signal }),
    ...overviewOptions,
  });

export const latenciesQuery = (scope: Scope) =>
  queryOptions({
    queryKey: ["latencies", scope],
    queryFn: ({ signal }) => callApi("GET /usage/latencies", { query: { ...scopeOf(scope), buckets: 72 }, signal }),
    ...overviewOptions,
  });

export const checkResultsQuery = (range: string) =>
  queryOptions({
    queryKey: ["check-results", range],
    queryFn: ({ signal }) =>
      callApi("GET /usage/checks", { query: { ...rangeOf(range, Date.now()), buckets: 14 }, signal }),
    ...overviewOptions,
  });

export const checkCostsQuery = (range: string) =>
  queryOptions({
    queryKey: ["check-costs", range],
    queryFn: ({ signal }) => callApi("GET /usage/checks/costs", { query: rangeOf(range, Date.now()), signal }),
    ...overviewOptions,
  });

export const pricesQuery = queryOptions({
  queryKey: ["prices"],
  queryFn: ({ signal }) => callApi("GET /prices", { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

export const dashboardsQuery = queryOptions({
  queryKey: ["dashboards"],
  queryFn: ({ signal }) => callApi("GET /dashboards", { signal }),
  staleTime: 60_000,
});

export const dashboardQuery = (id: string) =>
  queryOptions({
    queryKey: ["dashboard", id],
    queryFn: ({ signal }) => callApi("GET /dashboards/{id}", { path: { id }, signal }),
  });
