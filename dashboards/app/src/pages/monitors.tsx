import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { ask } from "../api/client.ts";
import { channelsQuery, monitorStatusesQuery, monitorsQuery } from "../api/queries.ts";
import type { Monitor, MonitorStatus } from "../api/types.ts";
import { HourlySpark, QueueNotes } from "../monitors/status.tsx";
import { countText } from "../ui/format.ts";
import { Icon } from "../ui/icon.tsx";
import { MonitorMark } from "../ui/marks.tsx";
import { Blank, Skeleton, Wrong } from "../ui/states.tsx";
import { useTitle } from "../ui/title.ts";
import { useToast } from "../ui/toast.tsx";

export function MonitorsPage() {
  useTitle("Monitors");
  const { data, error, refetch } = useQuery(monitorsQuery);
  return (
    <>
      <div className="bar">
        <h1>Monitors</h1>
        <span className="grow" />
        <Link to="/monitors/new" className="button primary">
          <Icon name="plus" />
          New monitor
        </Link>
      </div>
      <div className="page-body stack">
        <p className="muted">
          A monitor runs its checks on every datapoint that its condition matches. What fails becomes an issue.
        </p>
        <QueueNotes />
        {error && <Wrong error={error} retry={() => void refetch()} />}
        {!data && !error && <Skeleton />}
        {data && data.items.length === 0 && (
          <Blank title="No monitor">
            <p>Without one nothing is checked, and no issue is raised.</p>
            <Link to="/monitors/new" className="button primary">
              Make the first one
            </Link>
          </Blank>
        )}
        {data && data.items.length > 0 && <List monitors={data.items} />}
      </div>
    </>
  );
}

/** A monitor that was made a moment ago has no status yet. */
function Fares({ status, isAsked }: { status: MonitorStatus | undefined; isAsked: boolean }) {
  if (!status)
    return (
      <td colSpan={3} aria-busy={isAsked}>
        {isAsked && <div className="skeleton pulse" />}
      </td>
    );
  return (
    <>
      <td>
        <span title={status.because}>
          <MonitorMark state={status.state} />
        </span>
        {status.state !== "working" && status.state !== "off" && (
          <p className="muted small why-not">{status.because}</p>
        )}
      </td>
      <td>
        <HourlySpark status={status} />
        <Link to="/datapoints" search={{ q: `monitor:${status.id}`, range: "24h" }} className="small">
          {countText(status.datapoints)} {status.datapoints === 1 ? "datapoint" : "datapoints"}
          <span className="hidden"> of {status.name} in 24 hours</span>
        </Link>
      </td>
      <td className="right num">
        <Link to="/issues" search={{ q: `monitor:${status.id}` }}>
          {countText(status.openIssues)}
          <span className="hidden"> open issues of {status.name}</span>
        </Link>
      </td>
    </>
  );
}

function List({ monitors }: { monitors: readonly Monitor[] }) {
  const queries = useQueryClient();
  const toast = useToast();
  const change = useMutation({
    mutationFn: ({ id, enabled }: { id: string; enabled: boolean; name: string }) =>
      ask<Monitor>(`/monitors/${encodeURIComponent(id)}`, { method: "PATCH", body: { enabled } }),
    onSuccess: (_, { id, enabled, name }) => {
      void queries.invalidateQueries({ queryKey: monitorsQuery.queryKey });
      toast(`${name} is ${enabled ? "on" : "off"}`, () => change.mutate({ id, enabled: !enabled, name }));
    },
  });
  const statuses = useQuery(monitorStatusesQuery);
  const byId = new Map(statuses.data?.items.map((status) => [status.id, status]));
  const channels = useQuery(channelsQuery);
  const named = new Map(channels.data?.items.map(({ id, name }) => [id, name]));
  const ailing = statuses.data?.items.filter(({ state }) => state === "broken" || state === "stopped") ?? [];
  return (
    <>
      {ailing.length > 0 && (
        <div className="note warn" role="status">
          <strong>{ailing.length === 1 ? "A monitor does" : `${ailing.length} monitors do`} not do the work</strong>
          {ailing.map(({ id, name, because }) => (
            <span key={id}>
              <Link to="/monitors/$id" params={{ id }}>
                {name}
              </Link>
              : {because}
            </span>
          ))}
        </div>
      )}
      {change.error && <Wrong error={change.error} />}
      <section className="card flush scroll-x">
        <table className="table fixed monitors">
          <caption className="hidden">Monitors</caption>
          <thead>
            <tr>
              <th scope="col" style={{ width: 54 }}>
                On
              </th>
              <th scope="col">Name</th>
              <th scope="col" style={{ width: 46 }}>
                <span className="hidden">Edit</span>
              </th>
              <th scope="col" className="works">
                Works
              </th>
              <th scope="col" style={{ width: 118 }}>
                24 hours
              </th>
              <th scope="col" className="right" style={{ width: 56 }}>
                Open
              </th>
              <th scope="col" className="wide">
                Condition
              </th>
              <th scope="col" className="wide">
                Checks
              </th>
              <th scope="col" style={{ width: 92 }}>
                Notifies
              </th>
            </tr>
          </thead>
          <tbody>
            {monitors.map(({ id, name, description, condition, checks, sampleRate, notifications, enabled }) => (
              <tr key={id}>
                <td>
                  <input
                    type="checkbox"
                    role="switch"
                    className="switch"
                    aria-label={`${name} is on`}
                    checked={enabled}
                    onChange={({ target }) => change.mutate({ id, enabled: target.checked, name })}
                  />
                </td>
                <td>
                  <Link to="/monitors/$id" params={{ id }} className="plain-link">
                    <b>{name}</b>
                  </Link>
                  {description !== undefined && <p className="muted small">{description}</p>}
                </td>
                <td>
                  <Link
                    to="/monitors/$id"
                    params={{ id }}
                    className="button quiet icon"
                    aria-label={`Edit ${name}`}
                    title={`Edit ${name}`}
                  >
                    <Icon name="edit" />
                  </Link>
                </td>
                <Fares status={byId.get(id)} isAsked={statuses.isPending} />
                <td>
                  {condition === "" ? (
                    <span className="muted">every datapoint</span>
                  ) : (
                    <code className="condition" title={condition}>
                      {condition}
                    </code>
                  )}
                  {sampleRate < 1 && <p className="muted small">{Math.round(sampleRate * 100)} % of them</p>}
                </td>
                <td>
                  <span className="line" style={{ gap: 4 }}>
                    {checks.slice(0, 2).map(({ check }) => (
                      <span className="chip" key={check} title={check}>
                        <span className="cut">{check}</span>
                      </span>
                    ))}
                    {checks.length > 2 && <span className="chip">+ {checks.length - 2}</span>}
                  </span>
                </td>
                <td className="muted">
                  {notifications.length === 0
                    ? "everyone by e-mail"
                    : [...new Set(notifications.map(({ channel }) => named.get(channel) ?? channel))].join(", ")}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  );
}
