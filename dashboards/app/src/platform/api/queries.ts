import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { boundOf, rangeOf } from "../ui/time/range.ts";
import { callApi } from "./client.ts";
import { isUnanswered } from "./problem.ts";
import { listBy, listOf, queryBy, queryOf } from "./query.ts";
import type { CallSession, DatapointRow, Me, MonitorStatus, QueryOf, UsageGroup } from "./types.ts";

/** An address may contain any text: the service rejects a value that it does not know. */
type ComparedText = QueryOf<"GET /datapoints/similar">["compare"];
type DatapointOrder = QueryOf<"GET /datapoints">["order"];
type IssueSort = QueryOf<"GET /issues">["sort"];
type DeliveryState = QueryOf<"GET /notifications">["state"];

interface Scope {
  readonly q: string;
  readonly range: string;
}
const scopeOf = ({ q, range }: Scope) => ({ q, ...rangeOf(range, Date.now()) });

interface DatapointsFilter extends Scope {
  readonly order: string;
  /** The time that rows start at, in ISO 8601; only for lists sorted by time. */
  readonly at?: string | undefined;
}

export const datapointsQuery = ({ order, at, ...scope }: DatapointsFilter) =>
  listBy(
    [scope, order, at],
    "GET /datapoints",
    () => ({
      query: {
        ...scopeOf(scope),
        ...boundOf(order, at),
        order: order as DatapointOrder,
        // More than a screen shows. In other orders than time, rows are scattered in storage, so pages are smaller.
        limit: order === "newest" || order === "oldest" ? 100 : 25,
      },
    }),
    { placeholderData: keepPreviousData },
  );

interface SimilarScope extends Scope {
  readonly text: string;
  readonly compare: string;
}

export const similarQuery = ({ text, compare, ...scope }: SimilarScope) =>
  queryBy(
    [scope, text, compare],
    "GET /datapoints/similar",
    () => ({ query: { ...scopeOf(scope), text, compare: compare as ComparedText } }),
    { placeholderData: keepPreviousData },
  );

export const newestDatapointQuery = queryOptions({
  queryKey: ["newest-datapoint"],
  queryFn: ({ signal }) => newestRows({ q: "", range: "30d", limit: 1, signal }),
});

/** Longer texts show their beginning, and the rest on request. */
export const cutCharacters = 65_536;

export const datapointQuery = (id: string) =>
  queryOf("GET /datapoints/{id}", { path: { id }, query: { cut: cutCharacters } });

export const sessionsQuery = (scope: Scope) =>
  listBy(scope, "GET /sessions", () => ({ query: { ...scopeOf(scope), limit: 100 } }), {
    placeholderData: keepPreviousData,
  });

export const sessionQuery = (id: string) => queryOf("GET /sessions/{id}", { path: { id } });

export const sessionCallsQuery = ({ id, firstAt, lastAt }: CallSession) => {
  const q = `session:="${id.replace(/["\\]/g, "\\$&")}"`;
  const [from, to] = [Date.parse(firstAt), Date.parse(lastAt) + 1];
  return listOf("GET /datapoints", { query: { q, from, to, order: "oldest", limit: 50 } });
};

/** Failures of overview queries show in place and are not retried automatically: the query was too expensive. */
const overview = { retry: false, staleTime: 30_000, placeholderData: keepPreviousData } as const;

export const histogramQuery = (scope: Scope) =>
  queryBy(scope, "GET /datapoints/histogram", () => ({ query: { ...scopeOf(scope), buckets: 90 } }), overview);

export const facetQuery = ({ field, ...scope }: Scope & { field: string }) =>
  queryBy(
    [field, scope],
    "GET /datapoints/facets/{field}",
    () => ({ path: { field }, query: { ...scopeOf(scope), limit: 30 } }),
    overview,
  );

export const usageQuery = ({ by, buckets = 96, ...scope }: Scope & { by?: string; buckets?: number }) =>
  queryBy(
    [by, buckets, scope],
    "GET /usage",
    () => ({ query: { ...scopeOf(scope), by: by as UsageGroup, buckets } }),
    overview,
  );

export const latenciesQuery = (scope: Scope) =>
  queryBy(scope, "GET /usage/latencies", () => ({ query: { ...scopeOf(scope), buckets: 72 } }), overview);

export const checkResultsQuery = (range: string) =>
  queryBy(range, "GET /usage/checks", () => ({ query: { ...rangeOf(range, Date.now()), buckets: 14 } }), overview);

export const checkCostsQuery = (range: string) =>
  queryBy(range, "GET /usage/checks/costs", () => ({ query: rangeOf(range, Date.now()) }), overview);

export const pricesQuery = queryOf("GET /prices", {}, { staleTime: Infinity });
export const dashboardsQuery = queryOf("GET /dashboards", {}, { staleTime: 60_000 });
export const dashboardQuery = (id: string) => queryOf("GET /dashboards/{id}", { path: { id } });

interface IssuesFilter {
  readonly q: string;
  readonly state?: string | undefined;
  readonly kind?: string | undefined;
  readonly sort?: string | undefined;
  readonly limit?: number;
}

export const issuesQuery = ({ sort, ...filter }: IssuesFilter) =>
  listOf(
    "GET /issues",
    { query: { limit: 100, ...filter, sort: sort as IssueSort } },
    { placeholderData: keepPreviousData, refetchInterval: 15_000 },
  );
export const issueLists = { queryKey: ["GET /issues"] };

/** Polled, since other people may change the issue. */
export const issueQuery = (id: string) => queryOf("GET /issues/{id}", { path: { id } }, { refetchInterval: 15_000 });
export const occurrencesQuery = (id: string) =>
  queryOf("GET /issues/{id}/occurrences", { path: { id }, query: { limit: 200 } });
export const issueTrendQuery = (id: string) =>
  queryOf("GET /issues/{id}/trend", { path: { id } }, { refetchInterval: 60_000 });
export const differencesQuery = (id: string) =>
  queryOf("GET /issues/{id}/differences", { path: { id } }, { staleTime: 60_000 });
export const similarIssuesQuery = (id: string) =>
  queryOf("GET /issues/{id}/similar", { path: { id } }, { staleTime: 60_000 });

export const labelsQuery = (datapointId: string) =>
  queryOf("GET /verdicts/labels", { query: { datapointId } }, { staleTime: 30_000 });

/** Options of a query that fills a form, which must not change while a person fills it in. */
const forForm = { staleTime: Infinity, gcTime: 0 } as const;

export const checksQuery = queryOf("GET /checks", {}, { staleTime: 600_000 });
export const allChecks = [{ queryKey: ["GET /checks"] }, { queryKey: ["GET /checks/{name}"] }];
export const checkQuery = (name: string) => queryOf("GET /checks/{name}", { path: { name } }, forForm);
export const viewsQuery = queryOf("GET /views", {}, { staleTime: 60_000 });

/** Polls faster while the service is unreachable, to notice soon when it responds again. */
export const healthQuery = queryOf(
  "GET /health",
  {},
  { refetchInterval: ({ state }) => (isUnanswered(state.error) ? 3000 : 15_000) },
);

/** Fetches the current identity, bypassing the cache. */
export const fetchMe = (): Promise<Me> => callApi("GET /me", { project: false });

/** The current identity. Fetched before the first render, and again when it changes. */
export const meQuery = queryOf("GET /me", { project: false }, { staleTime: Infinity });
export const projectsQuery = queryOf("GET /projects", { project: false }, { staleTime: 60_000 });
export const usersQuery = queryOf("GET /users");
export const membersQuery = (id: string) => queryOf("GET /projects/{id}/members", { path: { id } });
export const invitationsQuery = queryOf("GET /invitations");
export const ownSessionsQuery = queryOf("GET /me/sessions");
export const secondFactorQuery = queryOf("GET /me/second-factor");
export const signInRulesQuery = queryOf("GET /account/sign-in");
export const auditQuery = (actor: string) =>
  listOf("GET /audit-log", { query: { actor: actor === "" ? undefined : actor, limit: 100 } });
export const tokensQuery = queryOf("GET /tokens");
export const judgesQuery = queryOf("GET /judges");
export const privacyQuery = queryOf("GET /privacy");
export const deletionsQuery = queryOf(
  "GET /deletions",
  {},
  { refetchInterval: ({ state }) => (state.data?.items.some((each) => each.state !== "done") ? 2000 : false) },
);

export const monitorsQuery = queryOf("GET /monitors");
export const monitorQuery = (id: string) => queryOf("GET /monitors/{id}", { path: { id } }, forForm);
export const monitorStatusQuery = (id: string) =>
  queryOf("GET /monitors/{id}/status", { path: { id } }, { refetchInterval: 30_000 });

/** Every monitor's status, since the list is sorted by it; read in pages to bound each response. */
export const monitorStatusesQuery = queryOptions({
  queryKey: ["monitor-statuses"],
  queryFn: async ({ signal }) => {
    const items: MonitorStatus[] = [];
    let cursor: string | undefined;
    do {
      const page = await callApi("GET /monitors/status", { query: { limit: 200, cursor }, signal });
      items.push(...page.items);
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    return { items };
  },
  refetchInterval: 30_000,
});

export const checkVersionsQuery = (name: string) => queryOf("GET /checks/{name}/versions", { path: { name } });
export const channelsQuery = queryOf("GET /channels");
export const mutesQuery = queryOf("GET /mutes");
export const notificationsQuery = (state: string) =>
  listOf(
    "GET /notifications",
    { query: { state: state === "" ? undefined : (state as DeliveryState), limit: 50 } },
    { refetchInterval: 10_000 },
  );
export const deliveries = { queryKey: ["GET /notifications"] };

export const queuesQuery = queryOf("GET /health/queues", {}, { refetchInterval: 5_000 });
export const deadLettersQuery = listOf("GET /dead-letters", { query: { limit: 50 } }, { refetchInterval: 5_000 });
export const upstreamsQuery = queryOf("GET /upstreams");
export const providerKeysQuery = queryOf("GET /provider-keys");
export const proxyChoicesQuery = queryOf("GET /proxy-settings");

interface NewestRowsOptions {
  readonly q: string;
  readonly range: string;
  readonly limit: number;
  readonly signal?: AbortSignal;
}

/** Returns the newest matching rows, up to `limit`. A slow search responds in pages, some of which are empty. */
export async function newestRows({ q, range, limit, ...options }: NewestRowsOptions): Promise<readonly DatapointRow[]> {
  const rows: DatapointRow[] = [];
  const bounds = rangeOf(range, Date.now());
  let cursor: string | undefined;
  do {
    const query = { q, ...bounds, limit: limit - rows.length, cursor };
    const page = await callApi("GET /datapoints", { query, ...options });
    rows.push(...page.items);
    cursor = page.nextCursor;
  } while (cursor !== undefined && rows.length < limit);
  return rows;
}
