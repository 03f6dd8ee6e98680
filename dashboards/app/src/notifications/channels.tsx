import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ForMembers } from "../accounts/sign-in/roles.tsx";
import { callApi } from "../platform/api/client.ts";
import { channelsQuery } from "../platform/api/queries.ts";
import type { NewChannel } from "../platform/api/types.ts";
import { Button } from "../platform/ui/button.tsx";
import { CopyButton } from "../platform/ui/copy-button.tsx";
import { Checkbox, handleSubmit } from "../platform/ui/forms/field.tsx";
import { Section, Wrong } from "../platform/ui/page.tsx";
import { ChannelTable, channelKinds } from "./channel-table.tsx";

export const Channels = () => (
  <Section title="Channels">
    <ChannelTable />
    <AddChannel />
  </Section>
);

type Kind = keyof typeof channelKinds;

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
      return callApi("POST /channels", { body });
    },
    onSuccess: () => {
      setName("");
      setFirst("");
      setConversation("");
      void queries.invalidateQueries({ queryKey: channelsQuery.queryKey });
    },
  });
  return (
    <ForMembers>
      <form
        className="stack"
        onSubmit={handleSubmit(() => make.mutate())}
        aria-label="Add a channel"
        style={{ marginTop: 16 }}
      >
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
              {Object.entries(channelKinds).map(([value, word]) => (
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
          <Checkbox checked={showsDialog} onChange={setShowsDialog}>
            <span>Messages show the last turns of the dialog</span>
          </Checkbox>
          <span className="grow" />
          <Button submits text="Add channel" disabled={name.trim() === "" || first.trim() === "" || make.isPending} />
        </div>
      </form>
    </ForMembers>
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
