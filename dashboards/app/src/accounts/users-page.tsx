import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useMemo, useState } from "react";
import { callApi } from "../platform/api/client.ts";
import { usersQuery } from "../platform/api/queries.ts";
import type { MadeResetLink, User } from "../platform/api/types.ts";
import { useChange } from "../platform/api/use-change.ts";
import { is, type RowKind } from "../platform/list/column.ts";
import { actionsColumn, column, TableList, timeColumn } from "../platform/list/list-table.tsx";
import { useList } from "../platform/list/use-list.ts";
import { Button } from "../platform/ui/button.tsx";
import { ShownOnce } from "../platform/ui/copy-button.tsx";
import { DangerButton } from "../platform/ui/forms/danger-button.tsx";
import { Section, Wrong } from "../platform/ui/page.tsx";
import { SettingsPage } from "../platform/ui/settings-page.tsx";
import { RequiredSecondFactor } from "./second-factor/required-second-factor.tsx";
import { Invitations } from "./sign-in/invitations.tsx";
import { isAtLeast, RequireRole, RoleChoice, useMe } from "./sign-in/roles.tsx";

export function UsersPage() {
  const isAdmin = isAtLeast(useMe(), "admin", true);
  return (
    <SettingsPage
      title="Users"
      about="People with access to this account. Projects can give them another role: see Members. Everyone is notified of new issues by email, unless a monitor's notifications say otherwise."
    >
      <RequireUser>
        {isAdmin && <Invitations />}
        <List isAdmin={isAdmin} />
        {isAdmin && <RequiredSecondFactor />}
      </RequireUser>
    </SettingsPage>
  );
}

/** Shows its children to every user of the account, and to tokens with the role admin. */
function RequireUser({ children }: { children: ReactNode }) {
  const who = useMe();
  return who.kind === "user" ? children : <RequireRole least="admin">{children}</RequireRole>;
}

function List({ isAdmin }: { isAdmin: boolean }) {
  const { data, error } = useQuery(usersQuery);
  const [link, setLink] = useState<MadeResetLink & { email: string }>();
  const {
    mutate,
    isPending,
    error: refusal,
  } = useChange((change: () => Promise<unknown>) => change(), {
    reloads: [usersQuery],
  });
  const columns = useMemo(() => {
    const role = (user: User) => (
      <RoleChoice
        label={`Role of ${user.email}`}
        role={user.role}
        onChoose={(next) => mutate(() => callApi("PATCH /users/{id}", { path: { id: user.id }, body: { role: next } }))}
      />
    );
    const actions = (user: User) => (
      <div className="line row-actions">
        <Button
          text="Password link"
          of={`for ${user.email}`}
          onClick={() =>
            mutate(async () => {
              const made = await callApi("POST /users/{id}/password-reset", { path: { id: user.id } });
              setLink({ ...made, email: user.email });
            })
          }
        />
        <DangerButton
          verb="Remove"
          what={user.email}
          by={{ mutate, isPending, error: refusal }}
          given={() => callApi("DELETE /users/{id}", { path: { id: user.id } })}
        >
          They are signed out everywhere, and their personal tokens end. Service tokens that they created stay: see API
          Token.
        </DangerButton>
      </div>
    );
    return [
      column<User>("email", "Email", ({ email }) => <b>{email}</b>, {
        className: "anywhere",
        text: ({ email }) => email,
      }),
      column<User>("role", "Role", (user) => (isAdmin ? role(user) : user.role), {
        width: isAdmin ? 150 : 110,
        clauses: (user) => is("role", user.role),
        ...(isAdmin ? { isControl: true } : {}),
      }),
      timeColumn<User>("since", "Since", ({ createdAt }) => createdAt, { width: 108, from: 1280 }),
      timeColumn<User>("seen", "Last seen", ({ lastSeenAt }) => lastSeenAt, { width: 108, from: 1100 }),
      ...(isAdmin ? [actionsColumn("Change", 222, actions)] : []),
    ];
  }, [isAdmin, mutate, isPending, refusal]);
  const list = useList({ kind, rows: data?.items, columns, unfolds: false });
  return (
    <Section title="People">
      {refusal && <Wrong error={refusal} />}
      {link && (
        <ShownOnce
          title={`Hand this link to ${link.email}: it works once, for an hour.`}
          text={link.url}
          copy="Copy link"
        />
      )}
      <TableList list={list} label="People of the account" className="middle" error={error} toCome={3} rowPx={47} />
    </Section>
  );
}

const kind: RowKind<User> = { idOf: ({ id }) => id, pageOf: () => undefined };
