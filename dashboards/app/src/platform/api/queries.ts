import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import { boundOf, rangeOf } from "../ui/time/range.ts";
import { callApi } from "./client.ts";
import { newestRows } from "./newest-rows.ts";
import { isUnanswered } from "./problem.ts";
import type { Me, MonitorStatus, Page, QueryOf } from "./types.ts";

const next = <Item>(page: Page<Item>) => page.nextCursor;
const first = undefined as string | undefined;

/** An address may contain any text: the service rejects a value that it does not know. */
type DatapointOrder = QueryOf<"GET /datapoints">["order"];
type IssueSort = QueryOf<"GET /issues">["sort"];
type DeliveryState = QueryOf<"GET /notifications">["state"];

interface DatapointsFilter {
  readonly q: string;
  readonly range: string;
  readonly order: string;
  /** The time that rows start at, in ISO 8601; only for lists sorted by time. */
  readonly at?: string | undefined;
}

export const datapointsQuery = ({ q, range, order, at }: DatapointsFilter) =>
  infiniteQueryOptions({
    queryKey: ["datapoints", q, range, order, at],
    queryFn: ({ pageParam, signal }) =>
      callApi("GET /datapoints", {
        query: {
          q,
          ...rangeOf(range, Date.now()),
          ...boundOf(order, at),
          order: order as DatapointOrder,
          limit: rowsAtOnce(order),
          cursor: pageParam,
        },
        signal,
      }),
    initialPageParam: first,
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: keepPreviousData,
  });

/**
 * The page size, more than a screen shows. In other orders than time the rows are scattered in storage, so
 * pages are smaller.
 */
const rowsAtOnce = (order: string) => (order === "newest" || order === "oldest" ? 100 : 25);

/** The newest row of all, if there is one. */
export const newestDatapointQuery = queryOptions({
  queryKey: ["newest-datapoint"],
  queryFn: ({ signal }) => newestRows({ q: "", range: "30d", limit: 1, signal }),
});

/** Longer texts show their beginning, and the rest on request. */
export const cutCharacters = 65_536;

export const datapointQuery = (id: string) =>
  queryOptions({
    queryKey: ["datapoint", id],
    queryFn: ({ signal }) => callApi("GET /datapoints/{id}", { path: { id }, query: { cut: cutCharacters }, signal }),
  });

interface IssuesFilter {
  readonly q: string;
  readonly state?: string | undefined;
  readonly kind?: string | undefined;
  readonly sort?: string | undefined;
  readonly limit?: number;
}

export const issuesQuery = (filter: IssuesFilter) =>
  infiniteQueryOptions({
    queryKey: ["issues", filter],
    queryFn: ({ pageParam, signal }) =>
      callApi("GET /issues", {
        query: { limit: 100, ...filter, sort: filter.sort as IssueSort, cursor: pageParam },
        signal,
      }),
    initialPageParam: first,
    getNextPageParam: next,
    placeholderData: keepPreviousData,
    refetchInterval: 15_000,
  });

export const issueQuery = (id: string) =>
  queryOptions({
    queryKey: ["issue", id],
    queryFn: ({ signal }) => callApi("GET /issues/{id}", { path: { id }, signal }),
    // Other people may change the issue.
    refetchInterval: 15_000,
  });

export const occurrencesQuery = (id: string) =>
  queryOptions({
    queryKey: ["occurrences", id],
    queryFn: ({ signal }) => callApi("GET /issues/{id}/occurrences", { path: { id }, query: { limit: 200 }, signal }),
  });

/** People's labels of a datapoint's verdicts. */
export const labelsQuery = (datapointId: string) =>
  queryOptions({
    queryKey: ["labels", datapointId],
    queryFn: ({ signal }) => callApi("GET /verdicts/labels", { query: { datapointId }, signal }),
    staleTime: 30_000,
  });

export const monitorsQuery = queryOptions({
  queryKey: ["monitors"],
  queryFn: ({ signal }) => callApi("GET /monitors", { signal }),
});

export const checksQuery = queryOptions({
  queryKey: ["checks"],
  queryFn: ({ signal }) => callApi("GET /checks", { signal }),
  staleTime: 600_000,
});

export const viewsQuery = queryOptions({
  queryKey: ["views"],
  queryFn: ({ signal }) => callApi("GET /views", { signal }),
  staleTime: 60_000,
});

export const healthQuery = queryOptions({
  queryKey: ["health"],
  queryFn: ({ signal }) => callApi("GET /health", { signal }),
  // Polls faster while the service is unreachable, to notice soon when it responds again.
  refetchInterval: ({ state }) => (isUnanswered(state.error) ? 3000 : 15_000),
});

/** Fetches the current identity, bypassing the cache. */
export const fetchMe = (limits: { readonly signal?: AbortSignal } = {}): Promise<Me> =>
  callApi("GET /me", { ...limits, project: false });

/** The current identity. Fetched before the first render, and again when it changes. */
export const meQuery = queryOptions({
  queryKey: ["me"],
  queryFn: ({ signal }) => fetchMe({ signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

/** All projects of the account, including archived ones. */
export const projectsQuery = queryOptions({
  queryKey: ["projects"],
  queryFn: ({ signal }) => callApi("GET /projects", { signal, project: false }),
  staleTime: 60_000,
});

export const usersQuery = queryOptions({
  queryKey: ["users"],
  queryFn: ({ signal }) => callApi("GET /users", { signal }),
});

export const invitationsQuery = queryOptions({
  queryKey: ["invitations"],
  queryFn: ({ signal }) => callApi("GET /invitations", { signal }),
});

export const sessionsQuery = queryOptions({
  queryKey: ["me", "sessions"],
  queryFn: ({ signal }) => callApi("GET /me/sessions", { signal }),
});

export const auditQuery = (actor: string) =>
  infiniteQueryOptions({
    queryKey: ["audit-log", actor],
    queryFn: ({ pageParam, signal }) =>
      callApi("GET /audit-log", {
        query: { actor: actor === "" ? undefined : actor, limit: 100, cursor: pageParam },
        signal,
      }),
    initialPageParam: first,
    getNextPageParam: next,
  });

export const tokensQuery = queryOptions({
  queryKey: ["tokens"],
  queryFn: ({ signal }) => callApi("GET /tokens", { signal }),
});

export const judgesQuery = queryOptions({
  queryKey: ["judges"],
  queryFn: ({ signal }) => callApi("GET /judges", { signal }),
});

export const privacyQuery = queryOptions({
  queryKey: ["privacy"],
  queryFn: ({ signal }) => callApi("GET /privacy", { signal }),
});

export const deletionsQuery = queryOptions({
  queryKey: ["deletions"],
  queryFn: ({ signal }) => callApi("GET /deletions", { signal }),
  refetchInterval: ({ state }) => (state.data?.items.some((each) => each.state !== "done") ? 2000 : false),
});
export const issueTrendQuery = (id: string) =>
  queryOptions({
    queryKey: ["issue-trend", id],
    queryFn: ({ signal }) => callApi("GET /issues/{id}/trend", { path: { id }, signal }),
    refetchInterval: 60_000,
  });

export const differencesQuery = (id: string) =>
  queryOptions({
    queryKey: ["differences", id],
    queryFn: ({ signal }) => callApi("GET /issues/{id}/differences", { path: { id }, signal }),
    staleTime: 60_000,
  });

export const similarIssuesQuery = (id: string) =>
  queryOptions({
    queryKey: ["similar-issues", id],
    queryFn: ({ signal }) => callApi("GET /issues/{id}/similar", { path: { id }, signal }),
    staleTime: 60_000,
  });

/** Returns every monitor's status, since the list is sorted by it; read in pages to bound each response. */
async function allMonitorStatuses(signal: AbortSignal): Promise<{ readonly items: readonly MonitorStatus[] }> {
  const items: MonitorStatus[] = [];
  let cursor: string | undefined;
  do {
    const page = await callApi("GET /monitors/status", { query: { limit: 200, cursor }, signal });
    items.push(...page.items);
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return { items };
}

export const monitorStatusesQuery = queryOptions({
  queryKey: ["monitor-statuses"],
  queryFn: ({ signal }) => allMonitorStatuses(signal),
  refetchInterval: 30_000,
});

export const monitorStatusQuery = (id: string) =>
  queryOptions({
    queryKey: ["monitor-status", id],
    queryFn: ({ signal }) => callApi("GET /monitors/{id}/status", { path: { id }, signal }),
    refetchInterval: 30_000,
  });

export const channelsQuery = queryOptions({
  queryKey: ["channels"],
  queryFn: ({ signal }) => callApi("GET /channels", { signal }),
});

export const mutesQuery = queryOptions({
  queryKey: ["mutes"],
  queryFn: ({ signal }) => callApi("GET /mutes", { signal }),
});

export const notificationsQuery = (state: string) =>
  infiniteQueryOptions({
    queryKey: ["notifications", state],
    queryFn: ({ pageParam, signal }) =>
      callApi("GET /notifications", {
        query: { state: state === "" ? undefined : (state as DeliveryState), limit: 50, cursor: pageParam },
        signal,
      }),
    initialPageParam: first,
    getNextPageParam: next,
    refetchInterval: 10_000,
  });
