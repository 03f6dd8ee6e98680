import type { ReactNode } from "react";

/** To a page of another place, which learns nothing of where its reader came from. The API takes http and https alone. */
export function OutLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <a href={to} target="_blank" rel="noopener noreferrer nofollow" title={to}>
      {children}
    </a>
  );
}
