import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import { boundOf, rangeOf } from "../ui/time/range.ts";
import { ask } from "./client.ts";
import { newestRows } from "./newest-rows.ts";
import { isUnanswered } from "./problem.ts";
import type {
  AuditEntry,
  BrowserSession,
  Channel,
  Check,
  Datapoint,
  DatapointPage,
  Deletion,
  Differences,
  Health,
  Invitation,
  Issue,
  IssueDetail,
  IssueTrend,
  Judge,
  Me,
  Monitor,
  MonitorStatus,
  Mute,
  Notification,
  Occurrence,
  Page,
  Privacy,
  Project,
  SavedView,
  SimilarIssues,
  Token,
  User,
  VerdictLabel,
} from "./types.ts";

const next = <Item>(page: Page<Item>) => page.nextCursor;
const first = undefined as string | undefined;

interface AskedRows {
  readonly q: string;
  readonly range: string;
  readonly order: string;
  /** The time that rows begin at, in ISO 8601; of lists by time alone. */
  readonly at?: string | undefined;
}

export const datapointsQuery = ({ q, range, order, at }: AskedRows) =>
  infiniteQueryOptions({
    queryKey: ["datapoints", q, range, order, at],
    queryFn: ({ pageParam, signal }) =>
      ask<DatapointPage>("/datapoints", {
        query: {
          q,
          ...rangeOf(range, Date.now()),
          ...boundOf(order, at),
          order,
          limit: rowsAtOnce(order),
          cursor: pageParam,
        },
        signal,
      }),
    initialPageParam: first,
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: keepPreviousData,
  });

/** More than a screen shows; in another order than that of time rows lie far apart: those that are in sight come first. */
const rowsAtOnce = (order: string) => (order === "newest" || order === "oldest" ? 100 : 25);

/** The newest row of all, if there is one. */
export const newestDatapointQuery = queryOptions({
  queryKey: ["newest-datapoint"],
  queryFn: ({ signal }) => newestRows({ q: "", range: "30d", limit: 1, signal }),
});

/** What is longer is shown from its beginning, the rest on request. */
export const cutCharacters = 65_536;

export const datapointQuery = (id: string) =>
  queryOptions({
    queryKey: ["datapoint", id],
    queryFn: ({ signal }) =>
      ask<Datapoint>(`/datapoints/${encodeURIComponent(id)}`, { query: { cut: cutCharacters }, signal }),
  });

interface IssuesAsked {
  readonly q: string;
  readonly state?: string | undefined;
  readonly kind?: string | undefined;
  readonly sort?: string | undefined;
  readonly limit?: number;
}

export const issuesQuery = (asked: IssuesAsked) =>
  infiniteQueryOptions({
    queryKey: ["issues", asked],
    queryFn: ({ pageParam, signal }) =>
      ask<Page<Issue>>("/issues", { query: { limit: 100, ...asked, cursor: pageParam }, signal }),
    initialPageParam: first,
    getNextPageParam: next,
    placeholderData: keepPreviousData,
    refetchInterval: 15_000,
  });

export const issueQuery = (id: string) =>
  queryOptions({
    queryKey: ["issue", id],
    queryFn: ({ signal }) => ask<IssueDetail>(`/issues/${encodeURIComponent(id)}`, { signal }),
    // Somebody else may be at it.
    refetchInterval: 15_000,
  });

export const occurrencesQuery = (id: string) =>
  queryOptions({
    queryKey: ["occurrences", id],
    queryFn: ({ signal }) =>
      ask<Page<Occurrence>>(`/issues/${encodeURIComponent(id)}/occurrences`, { query: { limit: 200 }, signal }),
  });

/** What people say of the verdicts of a datapoint. */
export const labelsQuery = (datapointId: string) =>
  queryOptions({
    queryKey: ["labels", datapointId],
    queryFn: ({ signal }) =>
      ask<{ readonly items: readonly VerdictLabel[] }>("/verdicts/labels", { query: { datapointId }, signal }),
    staleTime: 30_000,
  });

export const monitorsQuery = queryOptions({
  queryKey: ["monitors"],
  queryFn: ({ signal }) => ask<Page<Monitor>>("/monitors", { signal }),
});

export const checksQuery = queryOptions({
  queryKey: ["checks"],
  queryFn: ({ signal }) => ask<Page<Check>>("/checks", { signal }),
  staleTime: 600_000,
});

export const viewsQuery = queryOptions({
  queryKey: ["views"],
  queryFn: ({ signal }) => ask<Page<SavedView>>("/views", { signal }),
  staleTime: 60_000,
});

export const healthQuery = queryOptions({
  queryKey: ["health"],
  queryFn: ({ signal }) => ask<Health>("/health", { signal }),
  // Where nobody answers, whoever waits for it is told soon.
  refetchInterval: ({ state }) => (isUnanswered(state.error) ? 3000 : 15_000),
});

/** Who is here by now, past what is remembered. */
export const askMe = (limits: { readonly signal?: AbortSignal } = {}): Promise<Me> =>
  ask<Me>("/me", { ...limits, project: false });

/** Who is here. Asked before anything is drawn, and again when that changes. */
export const meQuery = queryOptions({
  queryKey: ["me"],
  queryFn: ({ signal }) => askMe({ signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

/** All projects of the account, also those out of use. */
export const projectsQuery = queryOptions({
  queryKey: ["projects"],
  queryFn: ({ signal }) => ask<Page<Project>>("/projects", { signal, project: false }),
  staleTime: 60_000,
});

export const usersQuery = queryOptions({
  queryKey: ["users"],
  queryFn: ({ signal }) => ask<Page<User>>("/users", { signal }),
});

export const invitationsQuery = queryOptions({
  queryKey: ["invitations"],
  queryFn: ({ signal }) => ask<Page<Invitation>>("/invitations", { signal }),
});

export const sessionsQuery = queryOptions({
  queryKey: ["me", "sessions"],
  queryFn: ({ signal }) => ask<Page<BrowserSession>>("/me/sessions", { signal }),
});

export const auditQuery = (actor: string) =>
  infiniteQueryOptions({
    queryKey: ["audit-log", actor],
    queryFn: ({ pageParam, signal }) =>
      ask<Page<AuditEntry>>("/audit-log", {
        query: { actor: actor === "" ? undefined : actor, limit: 100, cursor: pageParam },
        signal,
      }),
    initialPageParam: first,
    getNextPageParam: next,
  });

export const tokensQuery = queryOptions({
  queryKey: ["tokens"],
  queryFn: ({ signal }) => ask<Page<Token>>("/tokens", { signal }),
});

export const judgesQuery = queryOptions({
  queryKey: ["judges"],
  queryFn: ({ signal }) => ask<{ readonly items: readonly Judge[] }>("/judges", { signal }),
});

export const privacyQuery = queryOptions({
  queryKey: ["privacy"],
  queryFn: ({ signal }) => ask<Privacy>("/privacy", { signal }),
});

export const deletionsQuery = queryOptions({
  queryKey: ["deletions"],
  queryFn: ({ signal }) => ask<{ readonly items: readonly Deletion[] }>("/deletions", { signal }),
  refetchInterval: ({ state }) => (state.data?.items.some((each) => each.state !== "done") ? 2000 : false),
});
export const issueTrendQuery = (id: string) =>
  queryOptions({
    queryKey: ["issue-trend", id],
    queryFn: ({ signal }) => ask<IssueTrend>(`/issues/${encodeURIComponent(id)}/trend`, { signal }),
    refetchInterval: 60_000,
  });

export const differencesQuery = (id: string) =>
  queryOptions({
    queryKey: ["differences", id],
    queryFn: ({ signal }) => ask<Differences>(`/issues/${encodeURIComponent(id)}/differences`, { signal }),
    staleTime: 60_000,
  });

export const similarIssuesQuery = (id: string) =>
  queryOptions({
    queryKey: ["similar-issues", id],
    queryFn: ({ signal }) => ask<SimilarIssues>(`/issues/${encodeURIComponent(id)}/similar`, { signal }),
    staleTime: 60_000,
  });

/** Of every monitor, since the list is sorted by it; read in pages, so that no response grows with their number. */
async function allMonitorStatuses(signal: AbortSignal): Promise<{ readonly items: readonly MonitorStatus[] }> {
  const items: MonitorStatus[] = [];
  let cursor: string | undefined;
  do {
    const page = await ask<Page<MonitorStatus>>("/monitors/status", { query: { limit: 200, cursor }, signal });
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
    queryFn: ({ signal }) => ask<MonitorStatus>(`/monitors/${encodeURIComponent(id)}/status`, { signal }),
    refetchInterval: 30_000,
  });

export const channelsQuery = queryOptions({
  queryKey: ["channels"],
  queryFn: ({ signal }) => ask<Page<Channel>>("/channels", { signal }),
});

export const mutesQuery = queryOptions({
  queryKey: ["mutes"],
  queryFn: ({ signal }) => ask<Page<Mute>>("/mutes", { signal }),
});

export const notificationsQuery = (state: string) =>
  infiniteQueryOptions({
    queryKey: ["notifications", state],
    queryFn: ({ pageParam, signal }) =>
      ask<Page<Notification>>("/notifications", {
        query: { state: state === "" ? undefined : state, limit: 50, cursor: pageParam },
        signal,
      }),
    initialPageParam: first,
    getNextPageParam: next,
    refetchInterval: 10_000,
  });
