import type { ReactNode } from "react";
import { isAtLeast, useMe } from "./me.ts";

/** What changes something: whoever may only look sees it switched off, and why. */
export function ForMembers({ children }: { children: ReactNode }) {
  if (useIsMember()) return children;
  return (
    <fieldset
      disabled
      className="for-members"
      title="Your role is viewer: it looks and changes nothing. An admin of the account can change that under Settings ▸ Users."
    >
      {children}
    </fieldset>
  );
}

export const useIsMember = (): boolean => isAtLeast(useMe(), "member");
