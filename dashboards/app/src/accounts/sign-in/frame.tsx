import type { ReactNode } from "react";
import { useTitle } from "../../platform/ui/title.ts";

interface Props {
  readonly title: string;
  readonly children: ReactNode;
  /** Alternatives, shown below the card. */
  readonly below?: ReactNode;
}

/** The frame of pages outside the app: one card. */
export function AccountFrame({ title, children, below }: Props) {
  useTitle(title);
  return (
    <main className="account">
      <a href="/" className="brand" aria-label="Gaffe">
        <img src="/favicon.svg" alt="" width="28" height="28" />
        <span>Gaffe</span>
      </a>
      <div className="card stack">
        <h1>{title}</h1>
        {children}
      </div>
      {below !== undefined && <p className="below">{below}</p>}
    </main>
  );
}
