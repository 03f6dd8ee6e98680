import type { ReactNode } from "react";

interface PageProps {
  readonly title: ReactNode;
  /** Beside the title: buttons, a search box. */
  readonly actions?: ReactNode;
  /** Not wider than a text can be read; a list or a form, not a grid. */
  readonly narrow?: boolean;
  readonly children: ReactNode;
}

/** The frame of a page that scrolls as a whole: one heading, what can be done, the content. */
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

/** A card with a heading of its own. */
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
