import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { type Search, useAddress } from "../address/search.ts";
import { checksQuery, monitorsQuery } from "../api/queries.ts";
import { LibraryTable, useCosts, usePassRates } from "../checks/library-table.tsx";
import { Icon } from "../ui/icon.tsx";
import { ScrollRegion } from "../ui/scroll-region.tsx";
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
  const passed = usePassRates();
  const costs = useCosts();
  const words = q.toLowerCase().split(/\s+/);
  const kept = (data?.items ?? []).filter(
    ({ name, kind, custom }) =>
      state === "" || (state === "used" ? used.has(name) : state === "custom" ? custom !== undefined : kind === state),
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
          <option value="used">In use</option>
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
      <ScrollRegion label="Library" className="page-body stack">
        {error && <Wrong error={error} retry={() => void refetch()} />}
        {!data && !error && <Skeleton rows={14} />}
        {data && found.length === 0 && <Blank title="No check matches">{q}</Blank>}
        {categories.map((category) => (
          <LibraryTable
            key={category}
            name={category}
            checks={found.filter((check) => check.category === category)}
            used={used}
            passed={passed}
            costs={costs}
          />
        ))}
      </ScrollRegion>
    </>
  );
}
