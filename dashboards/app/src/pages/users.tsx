import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Invitations } from "../account/invitations.tsx";
import { isAtLeast, useMe } from "../account/me.ts";
import { NeedsRole } from "../account/needs-role.tsx";
import { RoleChoice } from "../account/role-choice.tsx";
import { ask } from "../api/client.ts";
import { usersQuery } from "../api/queries.ts";
import type { MadeResetLink, User } from "../api/types.ts";
import { SettingsPage } from "../settings/settings-page.tsx";
import { CopyButton } from "../ui/copy-button.tsx";
import { DangerButton } from "../ui/danger-button.tsx";
import { Section } from "../ui/page.tsx";
import { Skeleton, Wrong } from "../ui/states.tsx";
import { Table } from "../ui/table.tsx";
import { Time } from "../ui/time.tsx";

export function UsersPage() {
  const isAdmin = isAtLeast(useMe(), "admin");
  return (
    <SettingsPage
      title="Users"
      about="The people of the account. Each is told by e-mail of new issues, unless a monitor says otherwise."
    >
      <NeedsPerson>
        {isAdmin && <Invitations />}
        <List isAdmin={isAdmin} />
      </NeedsPerson>
    </SettingsPage>
  );
}

/** Everybody of the account sees who else is in it; a token needs to be an admin's. */
function NeedsPerson({ children }: { children: React.ReactNode }) {
  const who = useMe();
  return who.kind === "user" ? children : <NeedsRole least="admin">{children}</NeedsRole>;
}

function List({ isAdmin }: { isAdmin: boolean }) {
  const { data, error } = useQuery(usersQuery);
  const queries = useQueryClient();
  const [link, setLink] = useState<MadeResetLink & { email: string }>();
  const act = useMutation({
    mutationFn: (change: () => Promise<unknown>) => change(),
    onSettled: () => queries.invalidateQueries({ queryKey: usersQuery.queryKey }),
  });
  const path = ({ id }: User) => `/users/${encodeURIComponent(id)}`;
  if (!data) return error ? <Wrong error={error} /> : <Skeleton rows={4} />;
  return (
    <Section title="People">
      {act.error && <Wrong error={act.error} />}
      {link && (
        <div className="note ok" role="status">
          <strong>Hand this link to {link.email}: it works once, for an hour.</strong>
          <code>{link.url}</code>
          <CopyButton label="Copy link" text={link.url} />
        </div>
      )}
      <Table label="People of the account" head={["E-mail", "Role", "Since", "Last seen", ""]}>
        {data.items.map((user) => (
          <tr key={user.id}>
            <td className="anywhere">
              <b>{user.email}</b>
            </td>
            <td>
              {isAdmin ? (
                <RoleChoice
                  label={`Role of ${user.email}`}
                  role={user.role}
                  onChoose={(role) => act.mutate(() => ask(path(user), { method: "PATCH", body: { role } }))}
                />
              ) : (
                user.role
              )}
            </td>
            <td className="muted">
              <Time at={user.createdAt} />
            </td>
            <td className="muted">{user.lastSeenAt === undefined ? "never" : <Time at={user.lastSeenAt} />}</td>
            <td className="right">
              {isAdmin && (
                <div className="line row-actions">
                  <button
                    type="button"
                    onClick={() =>
                      act.mutate(async () => {
                        const made = await ask<MadeResetLink>(`${path(user)}/password-reset`, { method: "POST" });
                        setLink({ ...made, email: user.email });
                      })
                    }
                  >
                    Password link<span className="hidden"> for {user.email}</span>
                  </button>
                  <DangerButton
                    verb="Remove"
                    what={user.email}
                    isPending={act.isPending}
                    error={act.error}
                    onDo={() => act.mutate(() => ask(path(user), { method: "DELETE" }))}
                  >
                    They are signed out everywhere. Tokens they made go on working: see API Token.
                  </DangerButton>
                </div>
              )}
            </td>
          </tr>
        ))}
      </Table>
    </Section>
  );
}
