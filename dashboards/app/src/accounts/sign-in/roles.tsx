import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { shownProject } from "../../platform/address/link.ts";
import { enteredToken } from "../../platform/api/client.ts";
import { meQuery, projectsQuery } from "../../platform/api/queries.ts";
import type { Me } from "../../platform/api/types.ts";
import { Button } from "../../platform/ui/button.tsx";
import { Select } from "../../platform/ui/forms/field.tsx";

interface RequireRoleProps {
  readonly least: Role;
  /** The role in the account counts, not that in the project. */
  readonly ofAccount?: true;
  readonly children: ReactNode;
}

/** Shows its children to people with the role, and to others the reason and what to do. */
export function RequireRole({ least, ofAccount, children }: RequireRoleProps) {
  const who = useMe();
  if (isAtLeast(who, least, ofAccount)) return children;
  return (
    <section className="card stack" style={{ maxWidth: 560 }}>
      {who.kind === "user" ? (
        <>
          <h2>
            This page requires the role {least}
            {ofAccount && " of the account"}
          </h2>
          <p className="muted">
            {ofAccount
              ? `Your role is ${who.accountRole}. Ask an admin to change it under Settings ▸ Users.`
              : `Your role in this project is ${who.role}. Ask an admin to change it under Settings ▸ Members.`}
          </p>
        </>
      ) : who.kind === "token" ? (
        <>
          <h2>This needs a token with the scope {least === "admin" ? "admin" : "write"}</h2>
          <p className="muted">
            The entered token does not have this permission.{" "}
            <Button
              text="Remove token"
              onClick={() => {
                enteredToken.remove();
                location.reload();
              }}
            />
          </p>
        </>
      ) : (
        <>
          <h2>No account exists yet</h2>
          <p className="muted">
            On this computer, everything except managing access works without an account. To manage access, sign up with
            an email address and a password. After that, everyone must sign in.
          </p>
          <p>
            <a href="/sign-up" className="button primary">
              Sign up
            </a>
          </p>
        </>
      )}
    </section>
  );
}

/** Controls that change something; disabled, with the reason, for people with view-only access. */
export function ForMembers({ children }: { children: ReactNode }) {
  if (useIsMember()) return children;
  return (
    <fieldset
      disabled
      className="for-members"
      title="You have view-only access. Ask an admin to change your role under Settings ▸ Members."
    >
      {children}
    </fieldset>
  );
}

interface TrialForMembersProps {
  readonly title: string;
  readonly children: ReactNode;
}

/** A trial or preview, which runs something on the service. People with view-only access read why it is missing. */
export function TrialForMembers({ title, children }: TrialForMembersProps) {
  if (useIsMember()) return children;
  return (
    <section className="card stack" aria-label={title}>
      <h2>{title}</h2>
      <p className="muted">
        You have view-only access, so you cannot run this. Ask an admin to change your role under Settings ▸ Members.
      </p>
    </section>
  );
}

export const useIsMember = (): boolean => isAtLeast(useMe(), "member");

export type Role = Extract<Me["who"], { kind: "user" }>["role"];

/** Returns who uses the app; the role of a person is that in the project which is shown. */
export function useMe(): Me["who"] {
  const who = useQuery(meQuery).data?.who ?? ({ kind: "nobody" } as const);
  const { data: projects } = useQuery({ ...projectsQuery, enabled: who.kind === "user" });
  if (who.kind !== "user") return who;
  const role = projects?.items.find(({ id }) => id === shownProject())?.role;
  return role === undefined ? who : { ...who, role };
}

const rolesByRights: readonly Role[] = ["viewer", "member", "admin"];

/** Returns whether to offer an action that requires this role, which the service enforces. */
export function isAtLeast(who: Me["who"], least: Role, ofAccount = false): boolean {
  if (who.kind === "user") {
    return rolesByRights.indexOf(ofAccount ? who.accountRole : who.role) >= rolesByRights.indexOf(least);
  }
  if (who.kind === "token") {
    const { scopes } = who;
    return least === "viewer" || scopes.includes("admin") || (least === "member" && scopes.includes("write"));
  }
  return who.kind === "local" && least !== "admin";
}

export const roleTexts: Readonly<Record<Role, string>> = {
  viewer: "viewer: view-only access",
  member: "member: can make changes",
  admin: "admin: full access",
};

interface RoleChoiceProps {
  readonly label: string;
  readonly role: Role;
  readonly onChoose: (role: Role) => void;
}

export const RoleChoice = ({ label, role, onChoose }: RoleChoiceProps) => (
  <Select aria-label={label} value={role} onChange={onChoose} options={roleTexts} />
);
