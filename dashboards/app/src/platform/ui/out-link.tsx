import type { ReactNode } from "react";

/** A link to another site, without a referrer. The API accepts only http and https addresses. */
export function OutLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <a href={to} target="_blank" rel="noopener noreferrer nofollow" title={to}>
      {children}
    </a>
  );
}
