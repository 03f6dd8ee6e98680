import type { ReactNode } from "react";

interface Props {
  readonly label: string;
  readonly className: string;
  readonly children: ReactNode;
}

/** A named scrollable region of a page. */
export function ScrollRegion({ label, className, children }: Props) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolled region must be reachable by keyboard
    <section className={className} aria-label={label} tabIndex={0}>
      {children}
    </section>
  );
}
