import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { Search } from "../platform/address/search.ts";
import { similarIssuesQuery } from "../platform/api/queries.ts";
import type { IssueDetail, Occurrence } from "../platform/api/types.ts";
import { StateChip } from "../platform/ui/badges.tsx";
import { TextLink } from "../platform/ui/button.tsx";
import { countText, Time } from "../platform/ui/format.tsx";
import { Skeleton, Wrong } from "../platform/ui/page.tsx";

interface Props {
  readonly issue: IssueDetail;
  readonly occurrences: readonly Occurrence[];
  readonly current: string;
}

const shownAtMost = 30;

export function Similar({ issue, occurrences, current }: Props) {
  const others = occurrences.filter(({ datapoint }) => datapoint.id !== current);
  return (
    <div className="stack">
      <section className="card flush" aria-label="Other occurrences">
        <h3 className="card-head">Other occurrences</h3>
        {others.length === 0 && (
          <p className="card-foot muted">
            {issue.occurrences > 1 ? "The others cannot be shown." : "This is the only one so far."}
          </p>
        )}
        <ul className="lines">
          {others.slice(0, shownAtMost).map(({ datapoint, explanation, at }) => (
            <li key={datapoint.id}>
              <Link
                to="/issues/$id"
                params={{ id: `${issue.number}` }}
                search={(before: Search) => ({ ...before, occ: datapoint.id, tab: "" })}
                className="two-lines grow"
              >
                <span className="cut">{datapoint.inputPreview || "no content"}</span>
                <span className="cut small muted">{explanation}</span>
              </Link>
              <span className="muted small num">
                <Time at={at} />
              </span>
              <TextLink
                text="Compare"
                to="/datapoints/compare"
                search={{ a: current, b: datapoint.id }}
                className="button quiet"
              />
            </li>
          ))}
        </ul>
        {others.length > shownAtMost && (
          <p className="card-foot small">
            <TextLink
              text={`All ${countText(issue.occurrences)} datapoints`}
              to="/datapoints"
              search={{ q: `issue:${issue.id}`, range: "30d" }}
            />
          </p>
        )}
      </section>
      <SimilarIssues issue={issue} />
    </div>
  );
}

function SimilarIssues({ issue }: { issue: IssueDetail }) {
  const { data, error } = useQuery(similarIssuesQuery(issue.id));
  if (!data) return error ? <Wrong error={error} /> : <Skeleton rows={3} />;
  return (
    <section className="card flush" aria-label="Similar issues">
      <h3 className="card-head">Similar issues</h3>
      {data.items.length === 0 && <p className="card-foot muted">No other issue is similar.</p>}
      <ul className="lines">
        {data.items.map(({ issue: other, reasons }) => (
          <li key={other.id}>
            <Link to="/issues/$id" params={{ id: `${other.number}` }} className="two-lines grow">
              <span className="cut">
                <span className="muted">#{other.number}</span> {other.title}
              </span>
              <span className="cut small muted">{reasons.join(" · ")}</span>
            </Link>
            <StateChip issue={other} />
            <span className="muted small num">{countText(other.occurrences)} ×</span>
          </li>
        ))}
      </ul>
      {data.items.length > 0 && (
        <p className="card-foot small muted">The same cause? Merge them by number under “Merged”.</p>
      )}
    </section>
  );
}
