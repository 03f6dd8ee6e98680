import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useMemo, useState } from "react";
import { ForMembers } from "../accounts/sign-in/roles.tsx";
import { ChartWithSummary } from "../dashboards/charts/chart-figure.tsx";
import type { Chart } from "../dashboards/charts/series.ts";
import { callApi } from "../platform/api/client.ts";
import {
  differencesQuery,
  issueLists,
  issueQuery,
  issueTrendQuery,
  occurrencesQuery,
} from "../platform/api/queries.ts";
import type { IssueDetail, IssueTrend } from "../platform/api/types.ts";
import { useChange } from "../platform/api/use-change.ts";
import { Button } from "../platform/ui/button.tsx";
import { countText } from "../platform/ui/format.tsx";
import { handleSubmit } from "../platform/ui/forms/field.tsx";
import { Awaited, Wrong } from "../platform/ui/page.tsx";

export function IssueTrendChart({ issue }: { issue: IssueDetail }) {
  const { data, error } = useQuery(issueTrendQuery(issue.id));
  const chart = useMemo(() => data && chartOf(data), [data]);
  return (
    <section className="card">
      <h2>Occurrences, 14 days</h2>
      {error && <Wrong error={error} />}
      {!chart && !error && <div className="skeleton pulse" style={{ height: 64 }} />}
      {chart && (
        <ChartWithSummary title="Occurrences, 14 days" chart={chart} kind="bars" text={countText} height={64} />
      )}
    </section>
  );
}

function chartOf({ from, stepMs, counts }: IssueTrend): Chart {
  const start = Date.parse(from);
  return {
    times: counts.map((_, index) => start + index * stepMs),
    bucketMs: stepMs,
    series: [{ name: "Occurrences", values: counts, tone: "fail" }],
  };
}

/** Values that are more frequent in its occurrences than in the same monitor's other datapoints. */
export function WhatIsDifferent({ issue }: { issue: IssueDetail }) {
  const { data, error } = useQuery(differencesQuery(issue.id));
  return (
    <section className="card stack" aria-label="What is different">
      <h2>What is different</h2>
      <Awaited data={data} error={error} rows={3} />
      {data && data.values.length === 0 && (
        <p className="muted small">
          {data.others === 0
            ? "There is nothing to compare with: every datapoint of the monitor is an occurrence."
            : `No value differs clearly among ${countText(data.occurrences)} occurrences and ${countText(data.others)} other datapoints.`}
        </p>
      )}
      {data && data.values.length > 0 && (
        <>
          <ul className="stack" style={{ gap: 10 }}>
            {data.values.slice(0, 6).map((each) => (
              <li key={`${each.field} ${each.value}`} className="differences">
                <Link to="/datapoints" search={{ q: `issue:${issue.id} ${each.query}`, range: "30d" }} className="cut">
                  <span className="muted">{each.field}</span> {each.value}
                </Link>
                <span className="num small">
                  {percent(each.share)} <span className="muted">elsewhere {percent(each.otherShare)}</span>
                </span>
                <svg className="share" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
                  <rect width={each.share * 100} height="3" className="here" />
                  <rect y="3" width={each.otherShare * 100} height="3" className="other" />
                </svg>
              </li>
            ))}
          </ul>
          <p className="small muted">
            {countText(data.occurrences)} occurrences against {countText(data.others)} other datapoints of the monitor.{" "}
            {data.method}.
          </p>
        </>
      )}
    </section>
  );
}

const percent = (share: number) => `${Math.round(share * 100)} %`;

export function Merged({ issue }: { issue: IssueDetail }) {
  const [other, setOther] = useState("");
  const path = { id: issue.id };
  const change = useChange(
    ({ merged, split = "" }: { merged?: string; split?: string }) =>
      merged === undefined
        ? callApi("POST /issues/{id}/split", { path, body: { issue: split } })
        : callApi("POST /issues/{id}/merge", { path, body: { issues: [merged] } }),
    {
      reloads: [issueLists, occurrencesQuery(`${issue.number}`), issueTrendQuery(issue.id)],
      stores: () => [issueQuery(`${issue.number}`), issueQuery(issue.id)],
      onSuccess: () => setOther(""),
    },
  );
  const number = other.trim().replace(/^#/, "");
  return (
    <section className="card stack" aria-label="Merged issues">
      <h2>Merged</h2>
      {change.error && <Wrong error={change.error} />}
      {issue.merged.length > 0 && (
        <ul className="stack" style={{ gap: 6 }}>
          {issue.merged.map((member) => (
            <li key={member.id} className="line" style={{ flexWrap: "nowrap" }}>
              <span className="cut grow">
                <span className="muted">#{member.number}</span> {member.title}
              </span>
              <ForMembers>
                {" "}
                <Button
                  text="Split"
                  of={`#${member.number}`}
                  disabled={change.isPending}
                  onClick={() => change.mutate({ split: member.id })}
                />
              </ForMembers>
            </li>
          ))}
        </ul>
      )}
      <ForMembers>
        {" "}
        <form className="line" onSubmit={handleSubmit(() => change.mutate({ merged: number }))}>
          <label htmlFor="merge-number" className="small muted">
            The same as issue
          </label>
          <input
            id="merge-number"
            inputMode="numeric"
            placeholder="#12"
            style={{ width: 80 }}
            value={other}
            onChange={({ target }) => setOther(target.value)}
          />
          <Button
            submits
            text="Merge into this"
            by={change}
            disabled={!/^\d+$/.test(number) || number === `${issue.number}`}
          />
        </form>
      </ForMembers>
    </section>
  );
}
