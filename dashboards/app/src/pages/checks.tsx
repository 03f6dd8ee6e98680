import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { type Search, useAddress } from "../address/search.ts";
import { checksQuery, monitorsQuery } from "../api/queries.ts";
import type { Check } from "../api/types.ts";
import { sentence } from "../ui/format.ts";
import { Icon } from "../ui/icon.tsx";
import { SeverityMark } from "../ui/marks.tsx";
import { Blank, Skeleton, Wrong } from "../ui/states.tsx";
import { useTitle } from "../ui/title.ts";

export function ChecksPage() {
  useTitle("Checks");
  const { q = "", state = "" } = useAddress();
  const navigate = useNavigate({ from: "/checks" });
  const { data, error, refetch } = useQuery(checksQuery);
  const monitors = useQuery(monitorsQuery);
  const used = new Map<string, number>();
  for (const { checks } of monitors.data?.items ?? []) {
    for (const { check } of checks) used.set(check, (used.get(check) ?? 0) + 1);
  }
  const words = q.toLowerCase().split(/\s+/);
  const kept = (data?.items ?? []).filter(
    ({ kind, custom }) => state === "" || (state === "custom" ? custom !== undefined : kind === state),
  );
  const found = kept.filter(({ name, title, description, category }) =>
    words.every((word) => `${name} ${title} ${description} ${category}`.toLowerCase().includes(word)),
  );
  const categories = [...new Set(found.map(({ category }) => category))].sort();
  return (
    <>
      <div className="bar">
        <h1>Checks</h1>
        <div className="search">
          <div className="box">
            <Icon name="search" />
            <input
              type="search"
              aria-label="Search checks"
              placeholder="refusal, JSON, personal data, latency …"
              value={q}
              onChange={({ target }) =>
                void navigate({ search: (before: Search) => ({ ...before, q: target.value }), replace: true })
              }
            />
          </div>
        </div>
        <select
          aria-label="Which checks"
          value={state}
          onChange={({ target }) =>
            void navigate({ search: (before: Search) => ({ ...before, state: target.value }), replace: true })
          }
        >
          <option value="">All checks</option>
          <option value="custom">Written here</option>
          <option value="code">Code</option>
          <option value="judge">Judges</option>
        </select>
        {data && (
          <span className="muted num" role="status">
            {found.length} of {data.items.length}
          </span>
        )}
        <Link to="/checks/new" className="button primary">
          New check
        </Link>
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolled region must be reachable by keyboard */}
      <div className="page-body stack" tabIndex={0} role="region" aria-label="Library">
        {error && <Wrong error={error} retry={() => void refetch()} />}
        {!data && !error && <Skeleton rows={14} />}
        {data && found.length === 0 && <Blank title="No check matches">{q}</Blank>}
        {categories.map((category) => (
          <Category
            key={category}
            name={category}
            checks={found.filter((check) => check.category === category)}
            used={used}
          />
        ))}
      </div>
    </>
  );
}

function Category({
  name,
  checks,
  used,
}: {
  name: string;
  checks: readonly Check[];
  used: ReadonlyMap<string, number>;
}) {
  return (
    <section className="card flush scroll-x">
      <table className="table fixed">
        <caption className="hidden">{name}</caption>
        <thead>
          <tr>
            <th scope="col">
              {sentence(name)} · {checks.length}
            </th>
            <th scope="col" style={{ width: 120 }}>
              Kind
            </th>
            <th scope="col" style={{ width: 90 }}>
              Judges
            </th>
            <th scope="col" style={{ width: 90 }}>
              Severity
            </th>
            <th scope="col" className="right" style={{ width: 80 }}>
              Monitors
            </th>
            <th scope="col" style={{ width: 100 }}>
              <span className="hidden">Use</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {checks.map((check) => (
            <tr key={check.name} id={check.name}>
              <td>
                <Link to="/checks/$name" params={{ name: check.name }}>
                  <b>{check.title}</b>
                </Link>{" "}
                <code className="muted">{check.name}</code>
                {check.custom?.off && (
                  <>
                    {" "}
                    <span className="chip warn" title={check.custom.off.because}>
                      Switched off
                    </span>
                  </>
                )}
                <br />
                <span className="muted">{check.description}</span>
                <Rule check={check} />
              </td>
              <td>
                {check.kind}, {check.costClass}
              </td>
              <td>{check.judges}</td>
              <td>
                <SeverityMark severity={check.severity} />
              </td>
              <td className="right num">{used.get(check.name) ?? 0}</td>
              <td className="right">
                <Link
                  to="/monitors/new"
                  search={{ check: check.name }}
                  className="button"
                  aria-label={`Monitor with ${check.title}`}
                >
                  Monitor
                </Link>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** Drawn when it is opened: of two hundred checks hardly any is. */
function Rule({ check }: { check: Check }) {
  const [open, setOpen] = useState(false);
  return (
    <details className="small" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>Rule and options</summary>
      {open && (
        <>
          <p>
            {check.output.rule} · version {check.version} · {check.mode}
            {check.needs.length > 0 && ` · needs ${check.needs.join(", ").replaceAll("_", " ")}`}
          </p>
          <p className="muted">{check.source}</p>
          <pre>{JSON.stringify(check.optionsSchema["properties"] ?? {}, undefined, 2)}</pre>
        </>
      )}
    </details>
  );
}
