import { ForMembers } from "../accounts/sign-in/roles.tsx";
import { callApi } from "../platform/api/client.ts";
import { channelsQuery } from "../platform/api/queries.ts";
import type { NewChannel } from "../platform/api/types.ts";
import { useChange } from "../platform/api/use-change.ts";
import { Button } from "../platform/ui/button.tsx";
import { ShownOnce } from "../platform/ui/copy-button.tsx";
import { Checkbox, Field, handleSubmit, SelectField, useDraft } from "../platform/ui/forms/field.tsx";
import { Section, Wrong } from "../platform/ui/page.tsx";
import { ChannelTable, channelKinds } from "./channel-table.tsx";
import { PendingRecipients } from "./pending-recipients.tsx";

export const Channels = () => (
  <Section title="Channels">
    <ChannelTable />
    <PendingRecipients />
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
  const { draft, change, field } = useDraft({
    kind: "slack_webhook" as Kind,
    name: "",
    first: "",
    conversation: "",
    showsDialog: true,
  });
  const { kind, showsDialog } = draft;
  const [name, first] = [draft.name.trim(), draft.first.trim()];
  const make = useChange(
    () =>
      callApi("POST /channels", {
        body: { name, showsDialog, target: targetOf(kind, first, draft.conversation.trim()) },
      }),
    { reloads: [channelsQuery], onSuccess: () => change({ name: "", first: "", conversation: "" }) },
  );
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
          <ShownOnce
            title="The secret that verifies its signatures is shown this once."
            text={make.data.secret}
            copy="Copy secret"
          />
        )}
        <div className="line bottom">
          <SelectField {...field("kind")} label="Kind" options={channelKinds} />
          <Field {...field("name")} label="Name" grow={false} placeholder="#alerts" />
          <Field {...field("first")} label={firstLabels[kind]} style={{ minWidth: 220 }} spellCheck={false} />
          {kind === "slack_app" && (
            <Field {...field("conversation")} label="Conversation" grow={false} placeholder="C0123456789" />
          )}
        </div>
        {kind === "email" && (
          <p className="muted">Addresses that are not a member's get one email with a link to confirm.</p>
        )}
        <div className="line">
          <Checkbox {...field("showsDialog")}>
            <span>Messages show the last turns of the dialog</span>
          </Checkbox>
          <span className="grow" />
          <Button submits text="Add channel" by={make} disabled={name === "" || first === ""} />
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
