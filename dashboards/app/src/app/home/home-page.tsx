import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { CSSProperties } from "react";
import { sumOf } from "../../dashboards/charts/series.ts";
import { Sparkline } from "../../dashboards/charts/sparkline.tsx";
import { HealthCard } from "../../pipeline/health-card.tsx";
import { healthQuery } from "../../platform/api/queries.ts";
import { CallBadge, SeverityBadge } from "../../platform/ui/badges.tsx";
import { TextLink } from "../../platform/ui/button.tsx";
import { countText, Time } from "../../platform/ui/format.tsx";
import { inUse } from "../../platform/ui/forms/in-use.ts";
import { Page, Skeleton, Wrong } from "../../platform/ui/page.tsx";
import { callsShown, issuesShown, newestCalls, openIssues } from "./home-queries.ts";
import { QuickStart } from "./quick-start.tsx";
import { Today, useToday } from "./today.tsx";

const useNewestCalls = () => useQuery({ ...newestCalls, refetchInterval: 15_000 });

/** Renders once it is known whether there is data; later parts have reserved space, so nothing moves. */
export function HomePage() {
  const { data: health, error } = useQuery(healthQuery);
  useToday();
  useInfiniteQuery(openIssues);
  useNewestCalls();
  if (!health && !error) {
    return (
      <Page title="Home" narrow>
        <Skeleton rows={12} />
      </Page>
    );
  }
  const isNew = health?.datapoints === 0;
  return (
    <Page title="Home" narrow>
      {!isNew && <Today />}
      <div className="cols">
        <div className="stack">
          {!isNew && (
            <>
              <NewestIssues />
              <NewestCalls />
            </>
          )}
          <QuickStart isFolded={!isNew} />
        </div>
        <HealthCard health={health} error={error} />
      </div>
      {isNew && <NewestIssues isOptional />}
    </Page>
  );
}

function NewestIssues({ isOptional = false }: { isOptional?: boolean }) {
  const { data, error } = useInfiniteQuery(openIssues);
  const issues = data?.pages[0]?.items.slice(0, issuesShown);
  if (error && !data) return <Wrong error={error} />;
  if (isOptional && !issues?.length) return null;
  return (
    <section className="card">
      <header>
        <h2>Needs attention</h2>
        <Link to="/issues">All issues</Link>
      </header>
      {issues?.length === 0 && <p className="muted">No open issue.</p>}
      <ul className="fixed-rows" style={{ "--rows": isOptional ? 1 : issuesShown } as CSSProperties}>
        {!issues && <SkeletonRows rows={issuesShown} />}
        {issues?.map(({ id, number, title, severity, occurrences, lastSeenAt, trend = [], assignee }) => (
          <li key={id} className="line" style={{ flexWrap: "nowrap" }}>
            <span style={{ width: 76, flex: "none" }}>
              <SeverityBadge severity={severity} />
            </span>
            <Link to="/issues/$id" params={{ id: `${number}` }} className="cut grow plain-link" dir="auto">
              <span className="muted">#{number}</span> {title}
            </Link>
            {assignee !== undefined && (
              <span className="small muted cut model" title={`Assigned to ${assignee}`}>
                {assignee}
              </span>
            )}
            <span className="hour-trend">
              <Sparkline values={trend} label={`${sumOf(trend)} in the last 24 hours`} />
            </span>
            <span className="num muted right" style={{ minWidth: 44, flex: "none" }} title="Occurrences">
              {countText(occurrences)} ×
            </span>
            <span className="muted right" style={{ width: 76, flex: "none" }}>
              <Time at={lastSeenAt} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

const SkeletonRows = ({ rows }: { rows: number }) => (
  <li aria-busy="true" style={{ gridRow: `span ${rows}` }}>
    <Skeleton rows={rows} />
  </li>
);

function NewestCalls() {
  const { data: rows, error } = useNewestCalls();
  return (
    <section className="card">
      <header>
        <h2>Newest calls</h2>
        <TextLink text="View all" to="/datapoints" search={{ q: inUse }} />
      </header>
      {error && <Wrong error={error} />}
      <ul className="fixed-rows" style={{ "--rows": error ? 0 : callsShown } as CSSProperties}>
        {!rows && !error && <SkeletonRows rows={callsShown} />}
        {rows?.length === 0 && <li className="muted">None in the last 24 hours, except those of test runs.</li>}
        {rows?.map((row) => (
          <li key={row.id} className="line" style={{ flexWrap: "nowrap" }}>
            <span style={{ width: 76, flex: "none" }}>
              <CallBadge row={row} />
            </span>
            <TextLink
              text={row.inputPreview || row.errorMessage || `${row.operation} without content`}
              to="/datapoints/$id"
              params={{ id: row.id }}
              className="cut grow plain-link"
              dir="auto"
            />
            <span className="muted cut model">{row.responseModel ?? row.requestModel}</span>
            <span className="muted right" style={{ width: 76, flex: "none" }}>
              <Time at={row.partitionTime} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
