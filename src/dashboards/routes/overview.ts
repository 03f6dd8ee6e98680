import { z } from "zod";
import type { CheckCostReader } from "../../checks/index.ts";
import { type Buckets, datapointFields, listPrices, withoutField } from "../../datapoints/index.ts";
import { bucketsOf, bucketTimes, facetFields, queryOf, rangeOf, splitFields } from "../../datapoints/service.ts";
import type { ProjectId } from "../../platform/ids.ts";
import { defineRoute, isoTime, ok, QueryText, RangeQuery } from "../../server/service.ts";
import { CheckCosts, CheckResults, Facet, Histogram, Latencies, ListPrice, Usage } from "../contract/overview.ts";
import type { OverviewReader, Usage as UsageRow } from "../ports/overview.ts";

const bucketCount = z.coerce.number().int().min(1).max(400).describe("Maximum number of buckets");
const scopeQuery = { q: QueryText.default(""), ...RangeQuery };

interface ScopeQuery {
  readonly q: string;
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

interface OverviewRoutesDependencies {
  readonly overview: OverviewReader;
  readonly checkCosts: CheckCostReader;
  /** Unix milliseconds. */
  readonly now: () => number;
}

/** Aggregates shown next to and above rows. Each has its own request, so that none delays another. */
export function overviewRoutes({ overview, checkCosts, now }: OverviewRoutesDependencies) {
  const scopeOf = (project: ProjectId, { q, from, to }: ScopeQuery) => ({
    project,
    query: queryOf(q, now(), { fields: datapointFields }),
    range: rangeOf({ from, to }, now()),
  });
  const times = (buckets: Buckets) => ({ bucketMs: buckets.widthMs, times: bucketTimes(buckets).map(isoTime) });

  return [
    defineRoute({
      method: "GET",
      path: "/datapoints/histogram",
      scope: "read",
      tag: "datapoints",
      summary: "Count matching datapoints over time, by how they went",
      query: { ...scopeQuery, buckets: bucketCount.default(60) },
      answers: { 200: Histogram },
      async handle({ principal, query }) {
        const scope = scopeOf(principal.projectId, query);
        const buckets = bucketsOf(scope.range, query.buckets);
        const outcomes = await overview.histogram(scope, buckets);
        return ok({
          ...times(buckets),
          ok: outcomes.map((one) => one.ok),
          failing: outcomes.map(({ failing }) => failing),
          error: outcomes.map(({ error }) => error),
        });
      },
    }),

    defineRoute({
      method: "GET",
      path: "/datapoints/facets/:field",
      scope: "read",
      tag: "datapoints",
      summary: "Count the most frequent values of a field, as if the query did not choose any of them",
      params: { field: z.enum(facetFields) },
      query: { ...scopeQuery, limit: z.coerce.number().int().min(1).max(100).default(10) },
      answers: { 200: Facet },
      async handle({ principal, params: { field }, query }) {
        const scope = scopeOf(principal.projectId, query);
        const others = { ...scope, query: withoutField(scope.query, field) };
        const { since, ...facet } = await overview.facet(others, field, query.limit);
        return ok({ field, ...facet, ...(since === undefined ? {} : { since: isoTime(since) }) });
      },
    }),

    defineRoute({
      method: "GET",
      path: "/usage",
      scope: "read",
      tag: "usage",
      summary: "Sum up calls, errors, tokens, cost and latency over time",
      query: {
        ...scopeQuery,
        buckets: bucketCount.default(120),
        by: z.enum(splitFields).optional().describe("A group for each value"),
        groups: z.coerce.number().int().min(1).max(50).default(8),
      },
      answers: { 200: Usage },
      async handle({ principal, query }) {
        const scope = scopeOf(principal.projectId, query);
        const buckets = bucketsOf(scope.range, query.buckets);
        const rows = await overview.usage(scope, buckets, query.by);
        return ok({ ...times(buckets), ...groupsOf(rows, buckets.count, query) });
      },
    }),

    defineRoute({
      method: "GET",
      path: "/prices",
      scope: "read",
      tag: "usage",
      summary: "List what tokens cost by model: what the cost of calls is computed from",
      answers: { 200: z.strictObject({ items: z.array(ListPrice) }) },
      handle: () => Promise.resolve(ok({ items: [...listPrices].map(([model, price]) => ({ model, ...price })) })),
    }),

    defineRoute({
      method: "GET",
      path: "/usage/latencies",
      scope: "read",
      tag: "usage",
      summary: "Count calls over time and latency, for a heat map",
      query: { ...scopeQuery, buckets: bucketCount.default(80) },
      answers: { 200: Latencies },
      async handle({ principal, query }) {
        const scope = scopeOf(principal.projectId, query);
        const buckets = bucketsOf(scope.range, query.buckets);
        return ok({ ...times(buckets), cells: await overview.latencies(scope, buckets) });
      },
    }),

    defineRoute({
      method: "GET",
      path: "/usage/checks",
      scope: "read",
      tag: "usage",
      summary: "Count verdicts of every check over time",
      query: { ...RangeQuery, buckets: bucketCount.default(14) },
      answers: { 200: CheckResults },
      async handle({ principal: { projectId }, query }) {
        const range = rangeOf(query, now());
        const buckets = bucketsOf(range, query.buckets);
        return ok({ ...times(buckets), items: await overview.checkResults(projectId, range, buckets) });
      },
    }),

    defineRoute({
      method: "GET",
      path: "/usage/checks/costs",
      scope: "read",
      tag: "usage",
      summary: "Show the cost of the verdicts of judged checks",
      query: RangeQuery,
      answers: { 200: CheckCosts },
      async handle({ principal: { projectId }, query }) {
        const costs = await checkCosts.costs(projectId, rangeOf(query, now()));
        return ok({
          items: costs.map((each) => ({ ...each, costUsdPer1000: (each.costUsd / each.verdicts) * 1000 })),
        });
      },
    }),
  ];
}

const usageMetrics = [
  "inputTokens",
  "outputTokens",
  "cacheReadTokens",
  "costUsd",
  "latencyP50Ms",
  "latencyP95Ms",
  "latencyP99Ms",
  "timeToFirstTokenP95Ms",
] as const;

/** Groups rows into columns, the groups with the most calls first. */
function groupsOf(
  rows: readonly UsageRow[],
  count: number,
  { by, groups }: { readonly by?: string | undefined; readonly groups: number },
) {
  const calls = (list: readonly UsageRow[]) => list.reduce((sum, row) => sum + row.calls, 0);
  const all = [...Map.groupBy(rows, ({ name }) => name)].sort(([, left], [, right]) => calls(right) - calls(left));
  // Without a split there is always one group, even for an empty range.
  const shown = by === undefined && all.length === 0 ? [[undefined, []] as const] : all.slice(0, groups);
  return {
    groupCount: all.length,
    groups: shown.map(([name, list]) => {
      const at = new Map(list.map((row) => [row.bucket, row]));
      const column = <Value>(pick: (row: UsageRow | undefined) => Value) =>
        Array.from({ length: count }, (_, bucket) => pick(at.get(bucket)));
      return {
        ...(name === undefined ? {} : { name }),
        calls: column((row) => row?.calls ?? 0),
        errors: column((row) => row?.errors ?? 0),
        ...(by === undefined ? { failing: column((row) => row?.failing ?? 0) } : {}),
        ...Object.fromEntries(usageMetrics.map((metric) => [metric, column((row) => row?.[metric] ?? null)])),
      };
    }),
  };
}
