import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { datapointsQuery, healthQuery, issuesQuery } from "../api/queries.ts";
import { HealthCard } from "../home/health-card.tsx";
import { QuickStart } from "../home/quick-start.tsx";
import { Today } from "../home/today.tsx";
import { CallMark, SeverityMark } from "../ui/marks.tsx";
import { Page } from "../ui/page.tsx";
import { usualRange } from "../ui/range.ts";
import { Skeleton, Wrong } from "../ui/states.tsx";
import { Time } from "../ui/time.tsx";
import { useTitle } from "../ui/title.ts";

export function HomePage() {
  useTitle("Home");
  const health = useQuery(healthQuery);
  return (
    <Page title="Home" narrow>
      <Today />
      <div className="cols">
        <div className="stack">
          <NewestIssues />
          <NewestCalls />
          <QuickStart isFolded={(health.data?.datapoints ?? 0) > 0} />
        </div>
        <HealthCard health={health.data} error={health.error} />
      </div>
    </Page>
  );
}

function NewestIssues() {
  const { data, error } = useInfiniteQuery(issuesQuery({ q: "", state: "open", kind: undefined }));
  const issues = data?.pages[0]?.items.slice(0, 5);
  if (error) return <Wrong error={error} />;
  if (issues?.length === 0) return null;
  return (
    <section className="card">
      <header>
        <h2>Needs attention</h2>
        <Link to="/issues">All issues</Link>
      </header>
      {!issues && <Skeleton rows={4} />}
      <ul className="stack">
        {issues?.map(({ id, number, title, severity, occurrences, lastSeenAt }) => (
          <li key={id} className="line" style={{ flexWrap: "nowrap" }}>
            <span style={{ width: 76, flex: "none" }}>
              <SeverityMark severity={severity} />
            </span>
            <Link to="/issues/$id" params={{ id: `${number}` }} className="cut grow">
              #{number} {title}
            </Link>
            <span className="num muted">{occurrences} ×</span>
            <span className="muted right" style={{ width: 76, flex: "none" }}>
              <Time at={lastSeenAt} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function NewestCalls() {
  const { data } = useInfiniteQuery({ ...datapointsQuery({ q: "", range: usualRange }), refetchInterval: 15_000 });
  const rows = data?.pages[0]?.items.slice(0, 7) ?? [];
  if (rows.length === 0) return null;
  return (
    <section className="card">
      <header>
        <h2>Newest calls</h2>
        <Link to="/datapoints">All Datapoints</Link>
      </header>
      <ul className="stack">
        {rows.map((row) => (
          <li key={row.id} className="line" style={{ flexWrap: "nowrap" }}>
            <span style={{ width: 76, flex: "none" }}>
              <CallMark row={row} />
            </span>
            <Link to="/datapoints/$id" params={{ id: row.id }} className="cut grow">
              {row.inputPreview || row.errorMessage || `${row.operation} without content`}
            </Link>
            <span className="muted cut" style={{ maxWidth: 150 }}>
              {row.responseModel ?? row.requestModel}
            </span>
            <span className="muted right" style={{ width: 76, flex: "none" }}>
              <Time at={row.filedAt} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
