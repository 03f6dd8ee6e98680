import { Link } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import type { Issue } from "../api/types.ts";
import { sumOf } from "../charts/series.ts";
import { Sparkline } from "../charts/sparkline.tsx";
import { countText } from "../ui/format.ts";
import { SeverityMark, StateChip } from "../ui/marks.tsx";
import { RowTick } from "../ui/row-tick.tsx";
import type { Selection } from "../ui/selection.ts";
import { Time } from "../ui/time.tsx";

interface Props {
  readonly issues: readonly Issue[];
  readonly current?: string | undefined;
  readonly label: string;
  readonly selection?: Selection;
  /** Of errors: how many come a minute stands below how often they were seen. */
  readonly withRate?: boolean;
}

export function IssueRows({ issues, current, label, selection, withRate = false }: Props) {
  const chosen = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // In braces: newer browsers answer with a promise, and a promise is no clean-up.
    chosen.current?.scrollIntoView({ block: "nearest" });
  }, [current]);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolled region must be reachable by keyboard
    <div className="grid" role="grid" aria-label={label} aria-rowcount={issues.length + 1} tabIndex={0}>
      <div role="rowgroup">
        <div className={`gr head issue-cols${selection ? " ticked" : ""}`} role="row">
          {selection && (
            <span role="columnheader">
              <span className="hidden">Selected</span>
            </span>
          )}
          <span role="columnheader">Severity</span>
          <span role="columnheader">Issue</span>
          <span role="columnheader">24 hours</span>
          <span role="columnheader" className="right">
            Seen
          </span>
          <span role="columnheader" className="right">
            Users
          </span>
          <span role="columnheader" className="first">
            First
          </span>
          <span role="columnheader">Last</span>
          <span role="columnheader">
            Monitor<span className="hidden">, assignee</span>
          </span>
        </div>
      </div>
      <div role="rowgroup">
        {issues.map((issue) => (
          <div
            key={issue.id}
            ref={issue.id === current ? chosen : null}
            className={`gr row tall issue-cols${selection ? " ticked" : ""}`}
            role="row"
            aria-selected={issue.id === current}
          >
            {selection && (
              <span role="gridcell">
                <RowTick id={issue.id} name={`issue ${issue.number}`} selection={selection} />
              </span>
            )}
            <span role="gridcell">
              <SeverityMark severity={issue.severity} />
            </span>
            <span role="gridcell" className="what">
              <Link to="/issues/$id" params={{ id: `${issue.number}` }} className="title cut">
                <span className="muted">#{issue.number}</span> <bdi>{issue.title}</bdi>
              </Link>
              <span className="because">
                {isTold(issue) && <StateChip issue={issue} />}
                <span className="small muted cut" dir="auto">
                  {issue.explanation}
                </span>
              </span>
            </span>
            <span role="gridcell" className="trend">
              <Sparkline
                values={issue.trend ?? []}
                label={`${sumOf(issue.trend ?? [])} in the last 24 hours`}
                tone={issue.spikingSince === undefined ? "quiet" : "fail"}
              />
            </span>
            <span role="gridcell" className="num right">
              {countText(issue.occurrences)} ×{withRate && <Rate trend={issue.trend} />}
            </span>
            <span role="gridcell" className="num right users">
              {countText(issue.usersAffected)}
            </span>
            <span role="gridcell" className="muted first">
              <Time at={issue.firstSeenAt} />
            </span>
            <span role="gridcell" className="muted">
              <Time at={issue.lastSeenAt} />
            </span>
            <span role="gridcell" className="muted two-lines monitor">
              <span className="cut">{issue.monitorName ?? "deleted"}</span>
              {issue.assignee !== undefined && <span className="cut small">{issue.assignee}</span>}
            </span>
          </div>
        ))}
      </div>
    </div>
  );
}

/** Of the last hour. */
function Rate({ trend = [] }: Pick<Issue, "trend">) {
  const perMinute = (trend.at(-1) ?? 0) / 60;
  if (perMinute === 0) return null;
  return (
    <div className="small muted" title="A minute, over the last hour">
      {perMinute < 0.1 ? "<0.1" : perMinute.toFixed(perMinute < 10 ? 1 : 0)}/min
    </div>
  );
}

/** The state is told where it is another than what most rows of a list have. */
const isTold = ({ state, regressed, spikingSince, resolvesAfterRunOf }: Issue) =>
  state !== "open" || regressed || spikingSince !== undefined || resolvesAfterRunOf !== undefined;
