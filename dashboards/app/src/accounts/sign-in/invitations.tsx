import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { callApi } from "../../platform/api/client.ts";
import { invitationsQuery } from "../../platform/api/queries.ts";
import type { Invitation } from "../../platform/api/types.ts";
import { Button } from "../../platform/ui/button.tsx";
import { CopyButton } from "../../platform/ui/copy-button.tsx";
import { Day } from "../../platform/ui/format.tsx";
import { DangerButton } from "../../platform/ui/forms/danger-button.tsx";
import { handleSubmit } from "../../platform/ui/forms/field.tsx";
import { Section, Wrong } from "../../platform/ui/page.tsx";
import { Table } from "../../platform/ui/table.tsx";
import { type Role, RoleChoice } from "./roles.tsx";

/** Invites people and lists the invitations not accepted yet. */
export function Invitations() {
  const { data, error } = useQuery(invitationsQuery);
  return (
    <Section title="Invite">
      <div className="stack">
        <Form />
        {error && <Wrong error={error} />}
        {data && data.items.length > 0 && <Waiting invitations={data.items} />}
      </div>
    </Section>
  );
}

function Form() {
  const [email, setEmail] = useState("");
  const [role, setRole] = useState<Role>("member");
  const queries = useQueryClient();
  const invite = useMutation({
    mutationFn: () => callApi("POST /invitations", { body: { email: email.trim(), role } }),
    onSuccess: () => {
      setEmail("");
      void queries.invalidateQueries({ queryKey: invitationsQuery.queryKey });
    },
  });
  return (
    <>
      <form className="line" onSubmit={handleSubmit(() => invite.mutate())} style={{ alignItems: "end" }}>
        <div className="grow">
          <label htmlFor="invite-email">Email</label>
          <input
            id="invite-email"
            type="email"
            required
            autoComplete="off"
            value={email}
            placeholder="bob@example.org"
            onChange={({ target }) => setEmail(target.value)}
          />
        </div>
        <div>
          <label htmlFor="invite-role">Role</label>
          <RoleChoice id="invite-role" label="Role" role={role} onChoose={setRole} />
        </div>
        <Button submits text="Invite" className="primary" disabled={email.trim() === "" || invite.isPending} />
      </form>
      {invite.error && <Wrong error={invite.error} />}
      {invite.data && (
        <div className="note ok" role="status">
          <strong>
            {invite.data.isMailed
              ? `An email to ${invite.data.email} was sent. To share the link yourself, copy it:`
              : `No mail server is configured. Send this link to ${invite.data.email}. It is shown only once.`}
          </strong>
          <code>{invite.data.url}</code>
          <CopyButton label="Copy link" text={invite.data.url} />
        </div>
      )}
    </>
  );
}

function Waiting({ invitations }: { invitations: readonly Invitation[] }) {
  const queries = useQueryClient();
  const withdraw = useMutation({
    mutationFn: (id: string) => callApi("DELETE /invitations/{id}", { path: { id } }),
    onSettled: () => queries.invalidateQueries({ queryKey: invitationsQuery.queryKey }),
  });
  return (
    <Table label="Invitations" head={["Invited", "Role", "By", "Valid until", ""]}>
      {invitations.map(({ id, email, role, invitedBy, expiresAt }) => (
        <tr key={id}>
          <td className="anywhere">{email}</td>
          <td>{role}</td>
          <td className="muted anywhere">{invitedBy.replace(/^user:/, "")}</td>
          <td className="muted">{Date.parse(expiresAt) < Date.now() ? "over" : <Day at={expiresAt} />}</td>
          <td className="right">
            <DangerButton
              verb="Withdraw"
              what={`the invitation of ${email}`}
              isPending={withdraw.isPending}
              error={withdraw.error}
              onDo={() => withdraw.mutate(id)}
            >
              The invitation link stops working.
            </DangerButton>
          </td>
        </tr>
      ))}
    </Table>
  );
}
