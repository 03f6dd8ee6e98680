import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { Notifications, TimeZones } from "../monitors/notifications.tsx";
import { callApi } from "../platform/api/client.ts";
import { channelsQuery, monitorsQuery, mutesQuery } from "../platform/api/queries.ts";
import type { Monitor, NewMonitor } from "../platform/api/types.ts";
import { Time } from "../platform/ui/format.tsx";
import { useToast } from "../platform/ui/overlays/toast.tsx";
import { Section, Skeleton, Wrong } from "../platform/ui/page.tsx";
import { SettingsPage } from "../platform/ui/settings-page.tsx";
import { Table } from "../platform/ui/table.tsx";
import { Channels } from "./channels.tsx";
import { DeliveryHistory } from "./delivery-history.tsx";

export function NotificationsPage() {
  // Wait for all sections, because late content would move those below. A failed section shows its error and
  // a retry button.
  const results = [useQuery(monitorsQuery), useQuery(channelsQuery), useQuery(mutesQuery)];
  const isComing = results.some(({ isPending, errorUpdateCount }) => isPending && errorUpdateCount === 0);
  return (
    <SettingsPage
      title="Notifications"
      about="Recipients of each monitor's notifications, their channels and timing, and the delivery history."
    >
      <TimeZones />
      {isComing ? (
        <Skeleton rows={12} />
      ) : (
        <>
          <Preferences />
          <Channels />
          <Mutes />
          <DeliveryHistory />
        </>
      )}
    </SettingsPage>
  );
}

type Chosen = NonNullable<NewMonitor["notifications"]>;

/** Shows the preferences of each monitor, or one set for all monitors. */
function Preferences() {
  const { data, error } = useQuery(monitorsQuery);
  const queries = useQueryClient();
  const toast = useToast();
  const [all, setAll] = useState<Chosen>();
  const save = useMutation({
    mutationFn: async (chosen: ReadonlyMap<string, Chosen>) => {
      for (const [id, notifications] of chosen)
        await callApi("PATCH /monitors/{id}", { path: { id }, body: { notifications } });
    },
    onSuccess: () => {
      setAll(undefined);
      toast("Notifications are saved");
    },
    onSettled: () => queries.invalidateQueries({ queryKey: monitorsQuery.queryKey }),
  });
  return (
    <Section
      title="Recipients"
      actions={
        <button type="button" onClick={() => setAll(all ? undefined : (data?.items[0]?.notifications ?? []))}>
          {all ? "Each monitor separately" : "The same for all monitors"}
        </button>
      }
    >
      {error && <Wrong error={error} />}
      {save.error && <Wrong error={save.error} />}
      {!data && !error && <Skeleton rows={4} />}
      {data && all && (
        <>
          <Notifications chosen={all} onChange={setAll} label="Notification of all monitors" />
          <div className="right">
            <button
              type="button"
              className="primary"
              disabled={save.isPending}
              onClick={() => save.mutate(new Map(data.items.map(({ id }) => [id, all])))}
            >
              Save for {data.items.length} monitors
            </button>
          </div>
        </>
      )}
      {data && !all && (
        <div className="stack">
          {data.items.map((monitor) => (
            <One key={`${monitor.id} ${monitor.revision}`} monitor={monitor} save={save.mutate} busy={save.isPending} />
          ))}
        </div>
      )}
    </Section>
  );
}

interface OneProps {
  readonly monitor: Monitor;
  readonly save: (chosen: ReadonlyMap<string, Chosen>) => void;
  readonly busy: boolean;
}

function One({ monitor, save, busy }: OneProps) {
  const [chosen, setChosen] = useState<Chosen>(monitor.notifications);
  const isChanged = JSON.stringify(chosen) !== JSON.stringify(monitor.notifications);
  return (
    <div>
      <div className="line">
        <h3>
          <Link to="/monitors/$id" params={{ id: monitor.id }}>
            {monitor.name}
          </Link>
        </h3>
        <span className="grow" />
        {isChanged && (
          <button
            type="button"
            className="primary"
            disabled={busy}
            onClick={() => save(new Map([[monitor.id, chosen]]))}
          >
            Save<span className="hidden"> notifications of {monitor.name}</span>
          </button>
        )}
      </div>
      <Notifications chosen={chosen} onChange={setChosen} label={`Notification of ${monitor.name}`} />
    </div>
  );
}

const scopes = { project: "the whole project", monitor: "monitor", issue: "issue" } as const;

/** Lists the recipients who opted out through a link in an email. Hidden while there are none. */
export function Mutes() {
  const { data } = useQuery(mutesQuery);
  const queries = useQueryClient();
  const remove = useMutation({
    mutationFn: (id: string) => callApi("DELETE /mutes/{id}", { path: { id } }),
    onSettled: () => queries.invalidateQueries({ queryKey: mutesQuery.queryKey }),
  });
  if (!data || data.items.length === 0) return null;
  return (
    <Section title="Muted recipients">
      {remove.error && <Wrong error={remove.error} />}
      <Table label="Muted" head={["Address", "Of what", "Since", ""]}>
        {data.items.map(({ id, recipient, scope, name, createdAt }) => (
          <tr key={id}>
            <td className="anywhere">{recipient}</td>
            <td>
              <span className="muted">{scopes[scope]}</span> {scope !== "project" && name}
            </td>
            <td className="muted">
              <Time at={createdAt} />
            </td>
            <td className="right">
              <button type="button" onClick={() => remove.mutate(id)}>
                Unmute<span className="hidden"> {recipient}</span>
              </button>
            </td>
          </tr>
        ))}
      </Table>
    </Section>
  );
}
