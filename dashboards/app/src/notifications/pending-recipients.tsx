import { useQuery } from "@tanstack/react-query";
import { ForMembers } from "../accounts/sign-in/roles.tsx";
import { callApi } from "../platform/api/client.ts";
import { channelsQuery } from "../platform/api/queries.ts";
import type { Channel } from "../platform/api/types.ts";
import { useChange } from "../platform/api/use-change.ts";
import { Button } from "../platform/ui/button.tsx";
import { useToast } from "../platform/ui/overlays/toast.tsx";
import { Wrong } from "../platform/ui/page.tsx";
import { Table } from "../platform/ui/table.tsx";

type Recipient = NonNullable<Channel["recipients"]>[number];
type State = Recipient["state"];

const stateTexts: Readonly<Record<Exclude<State, "member" | "trusted" | "confirmed">, string>> = {
  no_access: "No access to this project",
  waiting: "Waiting for confirmation",
  expired: "Not confirmed within seven days",
  unsubscribed: "Ended these emails",
  unconfirmed: "Not confirmed",
};

const textOf = (state: State) => (state in stateTexts ? stateTexts[state as keyof typeof stateTexts] : undefined);

/** Lists the addresses outside the account that get nothing yet. Hidden while there are none. */
export function PendingRecipients() {
  const { data } = useQuery(channelsQuery);
  const toast = useToast();
  const send = useChange(
    ({ id, recipient }: { id: string; recipient: string }) =>
      callApi("POST /channels/{id}/confirmations", { path: { id }, body: { recipient } }),
    { reloads: [channelsQuery], onSuccess: () => toast("The confirmation email is on its way") },
  );
  const pending = (data?.items ?? []).flatMap((channel) =>
    (channel.recipients ?? []).flatMap((recipient) => {
      const text = textOf(recipient.state);
      return text === undefined ? [] : [{ channel, text, ...recipient }];
    }),
  );
  if (pending.length === 0) return null;
  return (
    <div className="stack" style={{ marginTop: 16 }}>
      <h3>Recipients that receive nothing</h3>
      <p className="muted">
        An address that is not a member's gets one email with a link to confirm it. Until then its notifications are
        held back.
      </p>
      {send.error && <Wrong error={send.error} />}
      <Table label="Recipients that receive nothing" head={["Address", "Channel", "State", "Held back", ""]}>
        {pending.map(({ channel, address, text, heldBack }) => (
          <tr key={`${channel.id} ${address}`}>
            <td className="anywhere">{address}</td>
            <td className="anywhere">{channel.name}</td>
            <td>{text}</td>
            <td>{heldBack}</td>
            <td className="right">
              <ForMembers>
                <Button
                  text="Send confirmation"
                  of={`to ${address}`}
                  disabled={send.isPending}
                  onClick={() => send.mutate({ id: channel.id, recipient: address })}
                />
              </ForMembers>
            </td>
          </tr>
        ))}
      </Table>
    </div>
  );
}
