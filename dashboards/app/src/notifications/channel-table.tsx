import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useMemo, useState } from "react";
import { ForMembers } from "../accounts/sign-in/roles.tsx";
import { callApi } from "../platform/api/client.ts";
import { channelsQuery, deliveries } from "../platform/api/queries.ts";
import type { Channel, Notification } from "../platform/api/types.ts";
import { useChange } from "../platform/api/use-change.ts";
import type { RowKind } from "../platform/list/column.ts";
import { column, type TableColumn, TableList, textColumn } from "../platform/list/list-table.tsx";
import { useList } from "../platform/list/use-list.ts";
import { Button } from "../platform/ui/button.tsx";
import { DangerButton } from "../platform/ui/forms/danger-button.tsx";
import { Wrong } from "../platform/ui/page.tsx";

export function ChannelTable() {
  const { data, error } = useQuery(channelsQuery);
  const queries = useQueryClient();
  const [tried, setTried] = useState<{ name: string; outcome: Notification }>();
  const act = useChange((change: () => Promise<unknown>) => change(), { reloads: [channelsQuery] });
  const { mutate, isPending, error: refusal } = act;
  const columns = useMemo(() => {
    const test = ({ id, name }: Channel) =>
      mutate(async () => {
        const outcome = await callApi("POST /channels/{id}/test", { path: { id } });
        setTried({ name, outcome });
        await queries.invalidateQueries(deliveries);
      });
    const turn = ({ id, disabledReason }: Channel) =>
      mutate(() => callApi("PATCH /channels/{id}", { path: { id }, body: { enabled: disabledReason !== undefined } }));
    return columnsOf((channel) => (
      <ForMembers>
        <div className="line row-actions">
          <Button text="Test" of={channel.name} disabled={isPending} onClick={() => test(channel)} />
          {!channel.builtIn && (
            <>
              <Button
                text={channel.disabledReason === undefined ? "Turn off" : "Turn on"}
                of={channel.name}
                onClick={() => turn(channel)}
              />
              <DangerButton
                verb="Remove"
                what={channel.name}
                by={{ mutate, isPending, error: refusal }}
                given={() => callApi("DELETE /channels/{id}", { path: { id: channel.id } })}
              >
                Messages that still wait for it fail.
              </DangerButton>
            </>
          )}
        </div>
      </ForMembers>
    ));
  }, [mutate, isPending, refusal, queries]);
  const list = useList({ kind, rows: data?.items, columns, unfolds: false, isSecondary: true });
  return (
    <>
      {refusal && <Wrong error={refusal} />}
      {tried && (
        <div className={tried.outcome.state === "sent" ? "note ok" : "note fail"} role="status">
          <strong>
            {tried.outcome.state === "sent" ? "The test was sent" : "The test was not sent"}: {tried.name}
          </strong>
          {tried.outcome.problem !== undefined && <span>{tried.outcome.problem}</span>}
        </div>
      )}
      <TableList list={list} label="Where messages go" className="middle" error={error} toCome={2} rowPx={47} />
    </>
  );
}

const kind: RowKind<Channel> = { idOf: ({ id }) => id, pageOf: () => undefined };

export const channelKinds = {
  email: "Email",
  slack_webhook: "Slack webhook",
  slack_app: "Slack app",
  webhook: "Webhook",
} as const;

const columnsOf = (actions: (channel: Channel) => ReactNode): readonly TableColumn<Channel>[] => [
  column("name", "Name", ({ name }) => <b>{name}</b>, { className: "anywhere", text: ({ name }) => name }),
  column("kind", "Kind", (channel) => channelKinds[channel.kind], { width: 112, from: 1100 }),
  textColumn("to", "Leads to", ({ leadsTo }) => leadsTo, { width: "22%", className: "muted anywhere" }),
  column("dialog", "Dialog", ({ showsDialog }) => (showsDialog ? "shown" : "left out"), {
    width: 76,
    from: 1280,
    className: "muted",
  }),
  column("state", "State", ({ disabledReason }) => (disabledReason === undefined ? "on" : `off: ${disabledReason}`), {
    width: 76,
    className: "anywhere",
  }),
  column("actions", "Change", actions, { width: 236, isUntitled: true, isControl: true, className: "right" }),
];
