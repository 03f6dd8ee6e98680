import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { sumOf } from "../dashboards/charts/series.ts";
import { Sparkline } from "../dashboards/charts/sparkline.tsx";
import type { Issue } from "../platform/api/types.ts";
import { is, type ListColumn, type RowKind } from "../platform/list/column.ts";
import { SeverityBadge, StateChip } from "../platform/ui/badges.tsx";
import { countText, Time } from "../platform/ui/format.tsx";

export const issueKind: RowKind<Issue> = {
  idOf: ({ id }) => id,
  pageOf: ({ number }) => ({ page: "issues", key: `${number}` }),
};

export interface IssueColumn extends ListColumn<Issue> {
  readonly className?: string;
  readonly also?: string;
  readonly cell: (issue: Issue) => ReactNode;
}

const column = (
  name: string,
  title: string,
  cell: IssueColumn["cell"],
  more: Partial<IssueColumn> = {},
): IssueColumn => ({ name, title, cell, ...more });

export const issueColumns: readonly IssueColumn[] = [
  column("severity", "Severity", ({ severity }) => <SeverityBadge severity={severity} />, {
    clauses: ({ severity }) => is("severity", severity),
  }),
  column("what", "Issue", (issue) => <What issue={issue} />, {
    className: "what",
    text: ({ number, title, explanation }) => `#${number} ${title}\n${explanation}`,
    clauses: ({ check, errorType }) => [...is("check", check), ...is("error.type", errorType)],
  }),
  column("trend", "24 hours", (issue) => <Trend issue={issue} />, { className: "trend" }),
  column("seen", "Seen", ({ occurrences }) => `${countText(occurrences)} ×`, { className: "num right" }),
  column("users", "Users", ({ usersAffected }) => countText(usersAffected), { className: "num right users" }),
  column("first", "First", ({ firstSeenAt }) => <Time at={firstSeenAt} />, {
    className: "muted",
    from: 1280,
    text: ({ firstSeenAt }) => firstSeenAt,
    clauses: ({ firstRelease }) => is("release", firstRelease),
  }),
  column("last", "Last", ({ lastSeenAt }) => <Time at={lastSeenAt} />, {
    className: "muted",
    text: ({ lastSeenAt }) => lastSeenAt,
  }),
  {
    name: "monitor",
    title: "Monitor",
    also: ", assignee",
    className: "muted two-lines monitor",
    text: ({ monitorName = "deleted", assignee }) => [monitorName, assignee ?? []].flat().join("\n"),
    clauses: ({ monitorId, monitorName, assignee }) => [
      { field: "monitor", value: monitorId, label: monitorName ?? "its deleted monitor" },
      ...is("assignee", assignee),
    ],
    cell: ({ monitorName = "deleted", assignee }) => (
      <>
        <span className="cut">{monitorName}</span>
        {assignee !== undefined && <span className="cut small">{assignee}</span>}
      </>
    ),
  },
];

const What = ({ issue }: { issue: Issue }) => (
  <>
    <Link to="/issues/$id" params={{ id: `${issue.number}` }} className="title cut">
      <span className="muted">#{issue.number}</span> <bdi>{issue.title}</bdi>
    </Link>
    <span className="reason">
      {showsState(issue) && <StateChip issue={issue} />}
      <span className="small muted cut" dir="auto">
        {issue.subtitle ?? issue.explanation}
      </span>
    </span>
  </>
);

const Trend = ({ issue: { trend = [], spikingSince } }: { issue: Issue }) => (
  <Sparkline
    values={trend}
    label={`${sumOf(trend)} in the last 24 hours`}
    tone={spikingSince === undefined ? "quiet" : "fail"}
  />
);

const retries = column(
  "retries",
  "Retries",
  ({ retried, mostRetries }) =>
    retried === 0 ? (
      <span className="muted">–</span>
    ) : (
      <span title={`Up to ${countText(mostRetries)} of one call`}>{countText(retried)}</span>
    ),
  { className: "num right retries" },
);

/** Adds occurrences per minute, and how many occurrences were retries of the same call. */
export const errorColumns: readonly IssueColumn[] = issueColumns.flatMap((column) =>
  column.name === "seen"
    ? [
        {
          ...column,
          cell: ({ occurrences, trend }: Issue) => (
            <>
              {countText(occurrences)} ×<Rate trend={trend} />
            </>
          ),
        },
        retries,
      ]
    : column,
);

function Rate({ trend = [] }: { readonly trend: Issue["trend"] | undefined }) {
  const perMinute = (trend.at(-1) ?? 0) / 60;
  if (perMinute === 0) return null;
  return (
    <div className="small muted" title="A minute, over the last hour">
      {perMinute < 0.1 ? "<0.1" : perMinute.toFixed(perMinute < 10 ? 1 : 0)}/min
    </div>
  );
}

/** Shows the state only where it differs from the common one, to keep the list quiet. */
const showsState = ({ state, regressed, spikingSince, resolvesAfterRunOf }: Issue) =>
  state !== "open" || regressed || spikingSince !== undefined || resolvesAfterRunOf !== undefined;
