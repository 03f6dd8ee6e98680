import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { enteredToken } from "../../platform/api/client.ts";
import { meQuery } from "../../platform/api/queries.ts";
import type { Me } from "../../platform/api/types.ts";
import { Button } from "../../platform/ui/button.tsx";
import { Select } from "../../platform/ui/forms/field.tsx";

/** Shows its children to people with the role, and to others the reason and what to do. */
export function RequireRole({ least, children }: { least: Role; children: ReactNode }) {
  const who = useMe();
  if (isAtLeast(who, least)) return children;
  return (
    <section className="card stack" style={{ maxWidth: 560 }}>
      {who.kind === "user" ? (
        <>
          <h2>This page requires the role {least}</h2>
          <p className="muted">Your role is {who.role}. Ask an admin to change it under Settings ▸ Users.</p>
        </>
      ) : who.kind === "token" ? (
        <>
          <h2>This needs an admin token</h2>
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
      title="You have view-only access. Ask an admin to change your role under Settings ▸ Users."
    >
      {children}
    </fieldset>
  );
}

export const useIsMember = (): boolean => isAtLeast(useMe(), "member");

export type Role = Extract<Me["who"], { kind: "user" }>["role"];

export function useMe(): Me["who"] {
  return useQuery(meQuery).data?.who ?? { kind: "nobody" };
}

const rolesByRights: readonly Role[] = ["viewer", "member", "admin"];

/** Returns whether to offer an action that requires this role, which the service enforces. */
export function isAtLeast(who: Me["who"], least: Role): boolean {
  if (who.kind === "user") return rolesByRights.indexOf(who.role) >= rolesByRights.indexOf(least);
  if (who.kind === "token") return least !== "admin" || who.scopes.includes("admin");
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
