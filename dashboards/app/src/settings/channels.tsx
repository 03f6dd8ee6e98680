import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { ask } from "../api/client.ts";
import { channelsQuery } from "../api/queries.ts";
import type { Channel, MadeChannel, NewChannel, Notification } from "../api/types.ts";
import { CopyButton } from "../ui/copy-button.tsx";
import { DangerButton } from "../ui/danger-button.tsx";
import { Section } from "../ui/page.tsx";
import { Skeleton, Wrong } from "../ui/states.tsx";
import { Table } from "../ui/table.tsx";

/** Where messages can go; each can be tried. */
export function Channels() {
  const { data, error } = useQuery(channelsQuery);
  const queries = useQueryClient();
  const [tried, setTried] = useState<{ name: string; outcome: Notification }>();
  const act = useMutation({
    mutationFn: (change: () => Promise<unknown>) => change(),
    onSettled: () => queries.invalidateQueries({ queryKey: channelsQuery.queryKey }),
  });
  const path = (id: string) => `/channels/${encodeURIComponent(id)}`;
  const test = ({ id, name }: Channel) =>
    act.mutate(async () => {
      const outcome = await ask<Notification>(`${path(id)}/test`, { method: "POST" });
      setTried({ name, outcome });
      await queries.invalidateQueries({ queryKey: ["notifications"] });
    });
  return (
    <Section title="Channels">
      {error && <Wrong error={error} />}
      {act.error && <Wrong error={act.error} />}
      {!data && !error && <Skeleton rows={3} />}
      {tried && (
        <div className={tried.outcome.state === "sent" ? "note ok" : "note fail"} role="status">
          <strong>
            {tried.outcome.state === "sent" ? "The test was sent" : "The test was not sent"}: {tried.name}
          </strong>
          {tried.outcome.problem !== undefined && <span>{tried.outcome.problem}</span>}
        </div>
      )}
      {data && (
        <Table label="Where messages go" head={["Name", "Kind", "Leads to", "Dialog", "State", ""]}>
          {data.items.map((channel) => (
            <tr key={channel.id}>
              <td>
                <b>{channel.name}</b>
              </td>
              <td>{kinds[channel.kind]}</td>
              <td className="muted anywhere">{channel.leadsTo}</td>
              <td className="muted">{channel.showsDialog ? "shown" : "left out"}</td>
              <td>{channel.disabledBecause === undefined ? "on" : `off: ${channel.disabledBecause}`}</td>
              <td className="right">
                <div className="line row-actions">
                  <button type="button" disabled={act.isPending} onClick={() => test(channel)}>
                    Test<span className="hidden"> {channel.name}</span>
                  </button>
                  {!channel.builtIn && (
                    <>
                      <button
                        type="button"
                        onClick={() =>
                          act.mutate(() =>
                            ask(path(channel.id), {
                              method: "PATCH",
                              body: { enabled: channel.disabledBecause !== undefined },
                            }),
                          )
                        }
                      >
                        {channel.disabledBecause === undefined ? "Turn off" : "Turn on"}
                        <span className="hidden"> {channel.name}</span>
                      </button>
                      <DangerButton
                        verb="Remove"
                        what={channel.name}
                        isPending={act.isPending}
                        error={act.error}
                        onDo={() => act.mutate(() => ask(path(channel.id), { method: "DELETE" }))}
                      >
                        Messages that still wait for it fail.
                      </DangerButton>
                    </>
                  )}
                </div>
              </td>
            </tr>
          ))}
        </Table>
      )}
      <AddChannel />
    </Section>
  );
}

const kinds = {
  email: "E-mail",
  slack_webhook: "Slack webhook",
  slack_app: "Slack app",
  webhook: "Webhook",
} as const;
type Kind = keyof typeof kinds;

const firstLabels: Readonly<Record<Kind, string>> = {
  email: "Addresses, separated by commas",
  slack_webhook: "Webhook URL of Slack",
  slack_app: "Bot token, xoxb-…",
  webhook: "URL",
};

function AddChannel() {
  const queries = useQueryClient();
  const [kind, setKind] = useState<Kind>("slack_webhook");
  const [name, setName] = useState("");
  const [first, setFirst] = useState("");
  const [conversation, setConversation] = useState("");
  const [showsDialog, setShowsDialog] = useState(true);
  const make = useMutation({
    mutationFn: () => {
      const body: NewChannel = {
        name: name.trim(),
        showsDialog,
        target: targetOf(kind, first.trim(), conversation.trim()),
      };
      return ask<MadeChannel>("/channels", { method: "POST", body });
    },
    onSuccess: () => {
      setName("");
      setFirst("");
      setConversation("");
      void queries.invalidateQueries({ queryKey: channelsQuery.queryKey });
    },
  });
  function submit(event: FormEvent) {
    event.preventDefault();
    make.mutate();
  }
  return (
    <form className="stack" onSubmit={submit} aria-label="Add a channel" style={{ marginTop: 16 }}>
      <h3>Add a channel</h3>
      {make.error && <Wrong error={make.error} />}
      {make.data?.secret !== undefined && (
        <div className="note ok" role="status">
          <strong>The secret that verifies its signatures is shown this once.</strong>
          <code>{make.data.secret}</code>
          <CopyButton label="Copy secret" text={make.data.secret} />
        </div>
      )}
      <div className="line" style={{ alignItems: "end" }}>
        <div>
          <label htmlFor="channel-kind">Kind</label>
          <select id="channel-kind" value={kind} onChange={({ target }) => setKind(target.value as Kind)}>
            {Object.entries(kinds).map(([value, word]) => (
              <option key={value} value={value}>
                {word}
              </option>
            ))}
          </select>
        </div>
        <div>
          <label htmlFor="channel-name">Name</label>
          <input
            id="channel-name"
            placeholder="#alerts"
            value={name}
            onChange={({ target }) => setName(target.value)}
          />
        </div>
        <div className="grow" style={{ minWidth: 220 }}>
          <label htmlFor="channel-target">{firstLabels[kind]}</label>
          <input
            id="channel-target"
            spellCheck={false}
            autoComplete="off"
            value={first}
            onChange={({ target }) => setFirst(target.value)}
          />
        </div>
        {kind === "slack_app" && (
          <div>
            <label htmlFor="channel-conversation">Conversation</label>
            <input
              id="channel-conversation"
              placeholder="C0123456789"
              value={conversation}
              onChange={({ target }) => setConversation(target.value)}
            />
          </div>
        )}
      </div>
      <div className="line">
        <label className="line">
          <input type="checkbox" checked={showsDialog} onChange={({ target }) => setShowsDialog(target.checked)} />
          <span>Messages show the last turns of the dialog</span>
        </label>
        <span className="grow" />
        <button type="submit" disabled={name.trim() === "" || first.trim() === "" || make.isPending}>
          Add channel
        </button>
      </div>
    </form>
  );
}

function targetOf(kind: Kind, first: string, conversation: string): NewChannel["target"] {
  switch (kind) {
    case "email":
      return { kind, to: first.split(/[\s,;]+/).filter((address) => address !== "") };
    case "slack_app":
      return { kind, token: first, conversation };
    default:
      return { kind, url: first };
  }
}
