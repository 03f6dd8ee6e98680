import type { ReactNode } from "react";

interface PageProps {
  readonly title: ReactNode;
  /** Shown next to the title: buttons, a search box. */
  readonly actions?: ReactNode;
  /** Limits the width to readable text; for lists and forms, not grids. */
  readonly narrow?: boolean;
  readonly children: ReactNode;
}

/** The frame of a page that scrolls as a whole: one heading, its actions, the content. */
export function Page({ title, actions, narrow = false, children }: PageProps) {
  return (
    <>
      <div className="bar">
        <h1>{title}</h1>
        <span className="grow" />
        {actions}
      </div>
      <div className="page-body">
        <div className={narrow ? "stack narrow" : "stack"}>{children}</div>
      </div>
    </>
  );
}

/** A card with a heading. */
export function Section({ title, actions, children }: { title: string; actions?: ReactNode; children: ReactNode }) {
  return (
    <section className="card" aria-label={title}>
      <header>
        <h2>{title}</h2>
        {actions}
      </header>
      {children}
    </section>
  );
}
