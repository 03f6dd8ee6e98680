import { useQuery } from "@tanstack/react-query";
import { callApi } from "../../platform/api/client.ts";
import { invitationsQuery } from "../../platform/api/queries.ts";
import type { Invitation } from "../../platform/api/types.ts";
import { useChange } from "../../platform/api/use-change.ts";
import { Button } from "../../platform/ui/button.tsx";
import { ShownOnce } from "../../platform/ui/copy-button.tsx";
import { Day } from "../../platform/ui/format.tsx";
import { DangerButton } from "../../platform/ui/forms/danger-button.tsx";
import { Field, handleSubmit, SelectField, useDraft } from "../../platform/ui/forms/field.tsx";
import { Section, Wrong } from "../../platform/ui/page.tsx";
import { Table } from "../../platform/ui/table.tsx";
import { type Role, roleTexts } from "./roles.tsx";

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
  const { draft, change, field } = useDraft({ email: "", role: "member" as Role });
  const email = draft.email.trim();
  const invite = useChange(() => callApi("POST /invitations", { body: { email, role: draft.role } }), {
    reloads: [invitationsQuery],
    onSuccess: () => change({ email: "" }),
  });
  const { data: made } = invite;
  return (
    <>
      <form className="line bottom" onSubmit={handleSubmit(() => invite.mutate())}>
        <Field {...field("email")} label="Email" type="email" required placeholder="bob@example.org" />
        <SelectField {...field("role")} label="Role" options={roleTexts} />
        <Button submits text="Invite" className="primary" by={invite} disabled={email === ""} />
      </form>
      {invite.error && <Wrong error={invite.error} />}
      {made && (
        <ShownOnce
          title={
            made.isMailed
              ? `An email to ${made.email} was sent. To share a link yourself, copy this one; its user confirms the address before it gets notifications.`
              : `No mail server is configured. Send this link to ${made.email}. It is shown only once.`
          }
          text={made.url}
          copy="Copy link"
        />
      )}
    </>
  );
}

function Waiting({ invitations }: { invitations: readonly Invitation[] }) {
  const withdraw = useChange((id: string) => callApi("DELETE /invitations/{id}", { path: { id } }), {
    reloads: [invitationsQuery],
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
            <DangerButton verb="Withdraw" what={`the invitation of ${email}`} by={withdraw} given={id}>
              The invitation link stops working.
            </DangerButton>
          </td>
        </tr>
      ))}
    </Table>
  );
}
