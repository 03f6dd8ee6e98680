import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ForMembers } from "../accounts/sign-in/roles.tsx";
import { Notifications, TimeZones } from "../monitors/notifications.tsx";
import { callApi } from "../platform/api/client.ts";
import { channelsQuery, monitorsQuery, mutesQuery } from "../platform/api/queries.ts";
import type { Monitor, NewMonitor } from "../platform/api/types.ts";
import { useChange } from "../platform/api/use-change.ts";
import { Button, TextLink } from "../platform/ui/button.tsx";
import { useToast } from "../platform/ui/overlays/toast.tsx";
import { Section, Skeleton, Wrong } from "../platform/ui/page.tsx";
import { SettingsPage } from "../platform/ui/settings-page.tsx";
import { Table, TimeCell } from "../platform/ui/table.tsx";
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
          <ForMembers>
            <Preferences />
          </ForMembers>
          <Channels />
          <Mutes />
          <DeliveryHistory />
        </>
      )}
    </SettingsPage>
  );
}

type Chosen = NonNullable<NewMonitor["notifications"]>;

function Preferences() {
  const { data, error } = useQuery(monitorsQuery);
  const toast = useToast();
  const [all, setAll] = useState<Chosen>();
  const save = useChange(
    async (chosen: ReadonlyMap<string, Chosen>) => {
      for (const [id, notifications] of chosen)
        await callApi("PATCH /monitors/{id}", { path: { id }, body: { notifications } });
    },
    {
      reloads: [monitorsQuery],
      onSuccess: () => {
        setAll(undefined);
        toast("Notifications are saved");
      },
    },
  );
  return (
    <Section
      title="Recipients"
      actions={
        <Button
          text={all ? "Each monitor separately" : "The same for all monitors"}
          onClick={() => setAll(all ? undefined : (data?.items[0]?.notifications ?? []))}
        />
      }
    >
      {error && <Wrong error={error} />}
      {save.error && <Wrong error={save.error} />}
      {!data && !error && <Skeleton rows={4} />}
      {data && all && (
        <>
          <Notifications chosen={all} onChange={setAll} label="Notification of all monitors" />
          <div className="right">
            <Button
              text={`Save for ${data.items.length} monitors`}
              className="primary"
              disabled={save.isPending}
              onClick={() => save.mutate(new Map(data.items.map(({ id }) => [id, all])))}
            />
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
          <TextLink text={monitor.name} to="/monitors/$id" params={{ id: monitor.id }} />
        </h3>
        <span className="grow" />
        {isChanged && (
          <Button
            text="Save"
            of={`notifications of ${monitor.name}`}
            className="primary"
            disabled={busy}
            onClick={() => save(new Map([[monitor.id, chosen]]))}
          />
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
  const remove = useChange((id: string) => callApi("DELETE /mutes/{id}", { path: { id } }), { reloads: [mutesQuery] });
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
            <TimeCell at={createdAt} />
            <td className="right">
              <ForMembers>
                <Button text="Unmute" of={recipient} onClick={() => remove.mutate(id)} />
              </ForMembers>
            </td>
          </tr>
        ))}
      </Table>
    </Section>
  );
}
