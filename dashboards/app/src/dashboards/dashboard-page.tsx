import { useQuery } from "@tanstack/react-query";
import { useNavigate, useParams } from "@tanstack/react-router";
import { useRef, useState } from "react";
import { ForMembers } from "../accounts/sign-in/roles.tsx";
import { useAddress, useSetAddress } from "../platform/address/search.ts";
import { callApi } from "../platform/api/client.ts";
import { dashboardQuery, dashboardsQuery } from "../platform/api/queries.ts";
import type { Dashboard, DashboardChart } from "../platform/api/types.ts";
import { useChange } from "../platform/api/use-change.ts";
import { useShortcuts } from "../platform/keyboard/keys.tsx";
import { Button } from "../platform/ui/button.tsx";
import { DangerButton } from "../platform/ui/forms/danger-button.tsx";
import { useToast } from "../platform/ui/overlays/toast.tsx";
import { Blank, Skeleton, Wrong } from "../platform/ui/page.tsx";
import type { Diagnostic } from "../platform/ui/query/query-language.ts";
import { QueryBar } from "../platform/ui/query/search-box.tsx";
import { TestRunsToggle } from "../platform/ui/test-runs-toggle.tsx";
import { absoluteRange, usualRange } from "../platform/ui/time/range.ts";
import { RangeSelect } from "../platform/ui/time/range-select.tsx";
import { useZone } from "../platform/ui/time/zone.ts";
import { ChartForm } from "./chart-form.tsx";
import { OwnTile } from "./own-tile.tsx";
import { DashboardTabs } from "./tabs.tsx";

/** A custom dashboard. Its filter and time range are in the address. */
export function DashboardPage() {
  const { id } = useParams({ from: "/dashboards/$id" });
  const { data, error } = useQuery(dashboardQuery(id));
  const { q = "", range = usualRange } = useAddress();
  useZone();
  const [problems, setProblems] = useState<readonly Diagnostic[]>([]);
  const [edited, setEdited] = useState<number | "new">();
  const charts = useRef<HTMLDivElement>(null);
  const save = useSave(data);
  const toast = useToast();
  useShortcuts("Dashboard", [
    { keys: "f", does: "Full screen", run: () => void charts.current?.requestFullscreen().catch(() => undefined) },
  ]);
  const change = useSetAddress();
  return (
    <>
      <QueryBar
        title={data?.name ?? "Dashboard"}
        q={q}
        fields="datapoints"
        label="Filter what the charts count"
        placeholder="env:production model:gpt-4o"
        problems={problems}
        onProblems={setProblems}
        onChange={change}
      >
        <TestRunsToggle q={q} onChange={(text) => change({ q: text })} />
        <RangeSelect value={range} onChange={(chosen) => change({ range: chosen ?? "" })} />
        {data && (
          <ForMembers>
            <Button text="Add chart" className="primary" onClick={() => setEdited("new")} />
            <Delete dashboard={data} />
          </ForMembers>
        )}
      </QueryBar>
      <DashboardTabs />
      <div className="page-body">
        {error && <Wrong error={error} />}
        {save.error && <Wrong error={save.error} />}
        {!data && !error && <Skeleton rows={10} />}
        {data && data.charts.length === 0 && (
          <Blank title="No chart yet">
            <p>A chart is a measure of the datapoints that match a query, split by a field.</p>
          </Blank>
        )}
        {data && data.charts.length > 0 && (
          <div ref={charts} className="charts own">
            {data.charts.map((chart, index) => (
              <OwnTile
                key={`${index} ${chart.title}`}
                chart={chart}
                q={q}
                range={range}
                onRange={([from, to]) => change({ range: absoluteRange(from, to) })}
                onEdit={() => setEdited(index)}
                onRemove={() =>
                  save.mutate(
                    data.charts.filter((_, at) => at !== index),
                    { onSuccess: () => toast(`${chart.title} is removed`, () => save.mutate(data.charts)) },
                  )
                }
                onEarlier={index === 0 ? undefined : () => save.mutate(moved(data.charts, index, index - 1))}
                onLater={
                  index === data.charts.length - 1 ? undefined : () => save.mutate(moved(data.charts, index, index + 1))
                }
              />
            ))}
          </div>
        )}
      </div>
      {data && edited !== undefined && (
        <ChartForm
          chart={edited === "new" ? undefined : data.charts[edited]}
          onClose={() => setEdited(undefined)}
          onSave={(chart) => {
            const after = edited === "new" ? [...data.charts, chart] : data.charts.with(edited, chart);
            save.mutate(after);
            setEdited(undefined);
          }}
        />
      )}
    </>
  );
}

function moved(charts: readonly DashboardChart[], from: number, to: number): readonly DashboardChart[] {
  const rest = charts.filter((_, at) => at !== from);
  return [...rest.slice(0, to), ...charts.slice(from, from + 1), ...rest.slice(to)];
}

function useSave(dashboard: Dashboard | undefined) {
  return useChange(
    (charts: readonly DashboardChart[]) =>
      callApi("PATCH /dashboards/{id}", { path: { id: dashboard?.id ?? "" }, body: { charts } }),
    { stores: (saved) => [dashboardQuery(saved.id)] },
  );
}

function Delete({ dashboard: { id, name } }: { dashboard: Dashboard }) {
  const navigate = useNavigate();
  const remove = useChange(() => callApi("DELETE /dashboards/{id}", { path: { id } }), {
    reloads: [dashboardsQuery],
    onSuccess: () => void navigate({ to: "/dashboards" }),
  });
  return (
    <DangerButton what={name} by={remove}>
      It is removed for everyone in the project. The datapoints it counts are not deleted.
    </DangerButton>
  );
}
