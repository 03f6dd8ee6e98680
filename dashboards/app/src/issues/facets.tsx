import { Link } from "@tanstack/react-router";
import type { IssueDetail } from "../platform/api/types.ts";
import { countText } from "../platform/ui/format.tsx";

const names: Readonly<Record<string, string>> = {
  model: "Models",
  service: "Services",
  release: "Releases",
  env: "Environments",
  provider: "Providers",
};

/** Shows where the calls of an issue happen: models, services and releases with their shares. */
export function Facets({ issue }: { issue: IssueDetail }) {
  const fields = [...Map.groupBy(issue.facets, ({ field }) => field)];
  if (fields.length === 0) return undefined;
  return (
    <section className="card stack" aria-label="Where it happens">
      <h2>Where it happens</h2>
      {fields.map(([field, values]) => {
        const all = values.reduce((sum, { count }) => sum + count, 0);
        return (
          <div key={field}>
            <h3 className="small muted">{names[field] ?? field}</h3>
            <ul className="stack" style={{ gap: 6 }}>
              {values.slice(0, 5).map(({ value, count, query }) => (
                <li key={value} className="differences">
                  <Link to="/datapoints" search={{ q: `issue:${issue.id} ${query}`, range: "30d" }} className="cut">
                    {value}
                  </Link>
                  <span className="num small">
                    {countText(count)} <span className="muted">{Math.round((count / all) * 100)} %</span>
                  </span>
                </li>
              ))}
            </ul>
          </div>
        );
      })}
    </section>
  );
}
