import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { rangeOf } from "../ui/time/range.ts";
import { ask } from "./client.ts";
import type { CheckCosts, CheckResults, Dashboard, Facet, Histogram, Latencies, ListPrice, Usage } from "./types.ts";

interface Asked {
  readonly q: string;
  readonly range: string;
}

const scopeOf = ({ q, range }: Asked) => ({ q, ...rangeOf(range, Date.now()) });

/** What fails here is told where it would stand; it is not tried again by itself, because it was too dear. */
const beside = { retry: false, staleTime: 30_000, placeholderData: keepPreviousData } as const;

export const histogramQuery = (asked: Asked) =>
  queryOptions({
    queryKey: ["histogram", asked],
    queryFn: ({ signal }) =>
      ask<Histogram>("/datapoints/histogram", { query: { ...scopeOf(asked), buckets: 90 }, signal }),
    ...beside,
  });

export const facetQuery = ({ field, ...asked }: Asked & { field: string }) =>
  queryOptions({
    queryKey: ["facet", field, asked],
    queryFn: ({ signal }) =>
      ask<Facet>(`/datapoints/facets/${field}`, { query: { ...scopeOf(asked), limit: 30 }, signal }),
    ...beside,
  });

export const usageQuery = ({ by, buckets = 96, ...asked }: Asked & { by?: string; buckets?: number }) =>
  queryOptions({
    queryKey: ["usage", by, buckets, asked],
    queryFn: ({ signal }) => ask<Usage>("/usage", { query: { ...scopeOf(asked), by, buckets }, signal }),
    ...beside,
  });

export const latenciesQuery = (asked: Asked) =>
  queryOptions({
    queryKey: ["latencies", asked],
    queryFn: ({ signal }) => ask<Latencies>("/usage/latencies", { query: { ...scopeOf(asked), buckets: 72 }, signal }),
    ...beside,
  });

export const checkResultsQuery = (range: string) =>
  queryOptions({
    queryKey: ["check-results", range],
    queryFn: ({ signal }) =>
      ask<CheckResults>("/usage/checks", { query: { ...rangeOf(range, Date.now()), buckets: 14 }, signal }),
    ...beside,
  });

export const checkCostsQuery = (range: string) =>
  queryOptions({
    queryKey: ["check-costs", range],
    queryFn: ({ signal }) => ask<CheckCosts>("/usage/checks/costs", { query: rangeOf(range, Date.now()), signal }),
    ...beside,
  });

export const pricesQuery = queryOptions({
  queryKey: ["prices"],
  queryFn: ({ signal }) => ask<{ readonly items: readonly ListPrice[] }>("/prices", { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

export const dashboardsQuery = queryOptions({
  queryKey: ["dashboards"],
  queryFn: ({ signal }) => ask<{ readonly items: readonly Dashboard[] }>("/dashboards", { signal }),
  staleTime: 60_000,
});

export const dashboardQuery = (id: string) =>
  queryOptions({
    queryKey: ["dashboard", id],
    queryFn: ({ signal }) => ask<Dashboard>(`/dashboards/${encodeURIComponent(id)}`, { signal }),
  });
