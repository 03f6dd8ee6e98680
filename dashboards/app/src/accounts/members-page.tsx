import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { shownProject } from "../platform/address/link.ts";
import { callApi } from "../platform/api/client.ts";
import { membersQuery, projectsQuery } from "../platform/api/queries.ts";
import type { ProjectMember, ProjectMemberChange } from "../platform/api/types.ts";
import { useChange } from "../platform/api/use-change.ts";
import { is, type RowKind } from "../platform/list/column.ts";
import { column, TableList } from "../platform/list/list-table.tsx";
import { useList } from "../platform/list/use-list.ts";
import { Select } from "../platform/ui/forms/field.tsx";
import { Section, Wrong } from "../platform/ui/page.tsx";
import { SettingsPage } from "../platform/ui/settings-page.tsx";
import { isAtLeast, roleTexts, useMe } from "./sign-in/roles.tsx";

type Given = ProjectMemberChange["role"];

/** The roles of people in the project that is shown. */
export function MembersPage() {
  const { data } = useQuery(projectsQuery);
  const name = data?.items.find(({ id }) => id === shownProject())?.name ?? "this project";
  return (
    <SettingsPage
      title="Members"
      about={`What people of the account may do in ${name}. A role here replaces their role in the account; admins of the account reach every project.`}
    >
      <List />
    </SettingsPage>
  );
}

function List() {
  const project = shownProject() ?? "";
  const members = membersQuery(project);
  const { data, error } = useQuery(members);
  const isAdmin = isAtLeast(useMe(), "admin");
  const { mutate, error: refusal } = useChange(
    ({ userId, role }: { userId: string; role: Given }) =>
      callApi("PATCH /projects/{id}/members/{userId}", { path: { id: project, userId }, body: { role } }),
    { reloads: [members] },
  );
  const columns = useMemo(
    () => [
      column<ProjectMember>("email", "Email", ({ email }) => <b>{email}</b>, {
        className: "anywhere",
        text: ({ email }) => email,
      }),
      column<ProjectMember>("accountRole", "In the account", ({ accountRole }) => accountRole, {
        width: 130,
        clauses: ({ accountRole }) => is("accountRole", accountRole),
      }),
      column<ProjectMember>(
        "role",
        "In this project",
        (member) =>
          isAdmin && member.accountRole !== "admin" ? (
            <Select
              aria-label={`Role of ${member.email} in this project`}
              value={member.given ?? "default"}
              onChange={(role) => mutate({ userId: member.userId, role })}
              options={{ default: `as in the account: ${member.accountRole}`, none: "no access", ...roleTexts }}
            />
          ) : member.role === "none" ? (
            "no access"
          ) : (
            member.role
          ),
        {
          width: isAdmin ? 260 : 130,
          clauses: ({ role }) => is("role", role),
          ...(isAdmin ? { isControl: true } : {}),
        },
      ),
    ],
    [isAdmin, mutate],
  );
  const list = useList({ kind, rows: data?.items, columns, unfolds: false });
  return (
    <Section title="People">
      {refusal && <Wrong error={refusal} />}
      <TableList list={list} label="Members of the project" className="middle" error={error} toCome={3} rowPx={47} />
    </Section>
  );
}

const kind: RowKind<ProjectMember> = { idOf: ({ userId }) => userId, pageOf: () => undefined };
