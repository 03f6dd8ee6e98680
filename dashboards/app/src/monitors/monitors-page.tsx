import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { callApi } from "../platform/api/client.ts";
import { channelsQuery, monitorStatusesQuery, monitorsQuery } from "../platform/api/queries.ts";
import type { Monitor } from "../platform/api/types.ts";
import { useChange } from "../platform/api/use-change.ts";
import { TableList } from "../platform/list/list-table.tsx";
import { useList } from "../platform/list/use-list.ts";
import { SeverityBadge } from "../platform/ui/badges.tsx";
import { TextLink } from "../platform/ui/button.tsx";
import { useToast } from "../platform/ui/overlays/toast.tsx";
import { Blank, useTitle, Wrong } from "../platform/ui/page.tsx";
import { monitorColumns, monitorKind } from "./columns.tsx";
import { StalledQueues } from "./status.tsx";

export function MonitorsPage() {
  useTitle("Monitors");
  return (
    <>
      <div className="bar">
        <h1>Monitors</h1>
        <span className="grow" />
        <TextLink icon="plus" text="New monitor" to="/monitors/new" className="button primary" />
      </div>
      <div className="page-body stack">
        <p className="muted">
          A monitor runs its checks on every datapoint that its condition matches. What fails becomes an issue.
        </p>
        <StalledQueues />
        <List />
      </div>
    </>
  );
}

const whole = (monitor: Monitor) => <WholeMonitor monitor={monitor} />;

function List() {
  const { data, error } = useQuery(monitorsQuery);
  const toast = useToast();
  const change = useChange(
    ({ id, enabled }: { id: string; enabled: boolean; name: string }) =>
      callApi("PATCH /monitors/{id}", { path: { id }, body: { enabled } }),
    {
      reloads: [monitorsQuery],
      onSuccess: (_, { id, enabled, name }) =>
        toast(`${name} is ${enabled ? "on" : "off"}`, () => change.mutate({ id, enabled: !enabled, name })),
    },
  );
  const statuses = useQuery(monitorStatusesQuery);
  const channels = useQuery(channelsQuery);
  const { mutate } = change;
  const columns = useMemo(
    () =>
      monitorColumns({
        statuses: new Map(statuses.data?.items.map((status) => [status.id, status])),
        isLoading: statuses.isPending,
        channels: new Map(channels.data?.items.map(({ id, name }) => [id, name])),
        onSwitch: mutate,
      }),
    [statuses.data, statuses.isPending, channels.data, mutate],
  );
  const list = useList({ kind: monitorKind, rows: data?.items, columns, unfolds: true });
  const ailing = statuses.data?.items.filter(({ state }) => state === "broken" || state === "stopped") ?? [];
  return (
    <>
      {ailing.length > 0 && (
        <div className="note warn" role="status">
          <strong>{ailing.length === 1 ? "A monitor does" : `${ailing.length} monitors do`} not work</strong>
          {ailing.map(({ id, name, reason }) => (
            <span key={id}>
              <TextLink text={name} to="/monitors/$id" params={{ id }} />: {reason}
            </span>
          ))}
        </div>
      )}
      {(change.error ?? statuses.error) && <Wrong error={change.error ?? statuses.error} />}
      <div className="card flush">
        <TableList
          list={list}
          label="Monitors"
          className="middle monitors"
          whole={whole}
          error={error}
          none={
            <Blank title="No monitor">
              <p>Without a monitor, nothing is checked and no issue is opened.</p>
              <TextLink text="Create monitor" to="/monitors/new" className="button primary" />
            </Blank>
          }
          rowPx={70}
        />
      </div>
    </>
  );
}

export const WholeMonitor = ({ monitor: { condition, checks } }: { monitor: Monitor }) => (
  <div className="whole-case">
    <section>
      <b className="small muted">Condition</b>
      {condition === "" ? <p className="muted">every datapoint</p> : <pre className="wrapped">{condition}</pre>}
    </section>
    <section>
      <b className="small muted">Checks</b>
      <ul className="first-calls" aria-label="Checks">
        {checks.map(({ check, severity, options }) => (
          <li key={`${check} ${JSON.stringify(options)}`} className="line">
            <TextLink text={check} to="/checks/$name" params={{ name: check }} className="mono" />
            {severity !== undefined && <SeverityBadge severity={severity} />}
            {Object.keys(options).length > 0 && <code className="muted">{JSON.stringify(options)}</code>}
          </li>
        ))}
      </ul>
    </section>
  </div>
);
