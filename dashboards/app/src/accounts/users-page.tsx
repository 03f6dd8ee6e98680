import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useMemo, useState } from "react";
import { callApi } from "../platform/api/client.ts";
import { usersQuery } from "../platform/api/queries.ts";
import type { MadeResetLink, User } from "../platform/api/types.ts";
import { is, type RowKind } from "../platform/list/column.ts";
import { type TableColumn, TableList } from "../platform/list/list-table.tsx";
import { useList } from "../platform/list/use-list.ts";
import { Button } from "../platform/ui/button.tsx";
import { CopyButton } from "../platform/ui/copy-button.tsx";
import { Time } from "../platform/ui/format.tsx";
import { DangerButton } from "../platform/ui/forms/danger-button.tsx";
import { Section, Wrong } from "../platform/ui/page.tsx";
import { SettingsPage } from "../platform/ui/settings-page.tsx";
import { Invitations } from "./sign-in/invitations.tsx";
import { isAtLeast, RequireRole, RoleChoice, useMe } from "./sign-in/roles.tsx";

export function UsersPage() {
  const isAdmin = isAtLeast(useMe(), "admin");
  return (
    <SettingsPage
      title="Users"
      about="People with access to this account. Everyone is notified of new issues by email, unless a monitor's notifications say otherwise."
    >
      <RequireUser>
        {isAdmin && <Invitations />}
        <List isAdmin={isAdmin} />
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
  const queries = useQueryClient();
  const [link, setLink] = useState<MadeResetLink & { email: string }>();
  const act = useMutation({
    mutationFn: (change: () => Promise<unknown>) => change(),
    onSettled: () => queries.invalidateQueries({ queryKey: usersQuery.queryKey }),
  });
  const { mutate, isPending, error: refusal } = act;
  const columns = useMemo(
    () =>
      columnsOf(isAdmin, {
        role: (user) => (
          <RoleChoice
            label={`Role of ${user.email}`}
            role={user.role}
            onChoose={(role) => mutate(() => callApi("PATCH /users/{id}", { path: { id: user.id }, body: { role } }))}
          />
        ),
        actions: (user) => (
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
              isPending={isPending}
              error={refusal}
              onDo={() => mutate(() => callApi("DELETE /users/{id}", { path: { id: user.id } }))}
            >
              They are signed out everywhere. Tokens they created continue to work: see API Token.
            </DangerButton>
          </div>
        ),
      }),
    [isAdmin, mutate, isPending, refusal],
  );
  const list = useList({ kind, rows: data?.items, columns, unfolds: false });
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
      <TableList list={list} label="People of the account" className="middle" error={error} toCome={3} rowPx={47} />
    </Section>
  );
}

const kind: RowKind<User> = { idOf: ({ id }) => id, pageOf: () => undefined };

interface Controls {
  readonly role: (user: User) => ReactNode;
  readonly actions: (user: User) => ReactNode;
}

function columnsOf(isAdmin: boolean, { role, actions }: Controls): readonly TableColumn<User>[] {
  return [
    {
      name: "email",
      title: "Email",
      className: "anywhere",
      text: ({ email }) => email,
      cell: ({ email }) => <b>{email}</b>,
    },
    {
      name: "role",
      title: "Role",
      width: isAdmin ? 150 : 110,
      ...(isAdmin ? { isControl: true as const } : {}),
      clauses: (user) => is("role", user.role),
      cell: (user) => (isAdmin ? role(user) : user.role),
    },
    {
      name: "since",
      title: "Since",
      width: 108,
      from: 1280,
      className: "muted nowrap",
      text: ({ createdAt }) => createdAt,
      cell: ({ createdAt }) => <Time at={createdAt} />,
    },
    {
      name: "seen",
      title: "Last seen",
      width: 108,
      from: 1100,
      className: "muted nowrap",
      cell: ({ lastSeenAt }) => (lastSeenAt === undefined ? "never" : <Time at={lastSeenAt} />),
    },
    ...(isAdmin
      ? [
          {
            name: "actions",
            title: "Change",
            width: 222,
            isUntitled: true as const,
            isControl: true as const,
            className: "right",
            cell: actions,
          },
        ]
      : []),
  ];
}
