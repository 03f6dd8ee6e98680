import type { ReactNode } from "react";
import { isAtLeast, useMe } from "./me.ts";

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
