import type { ReactNode } from "react";
import { Time } from "./format.tsx";

interface Props {
  readonly label: string;
  /** Column headings; one that starts with `>` is right-aligned, like its numbers. */
  readonly head: readonly string[];
  readonly region?: string;
  readonly children: ReactNode;
}

/** A short table. On a narrow screen it scrolls in its own region. */
export const Table = ({ label, head, region = "scroll-x", children }: Props) => (
  <ScrollRegion className={region} label={label}>
    <table className="table" aria-label={label}>
      <thead>
        <tr>
          {head.map((name, column) =>
            name === "" ? (
              // oxlint-disable-next-line react/no-array-index-key -- headings never move
              <td key={column} className="no-head" />
            ) : (
              <th key={name} scope="col" className={name.startsWith(">") ? "right" : ""}>
                {name.replace(/^>/, "")}
              </th>
            ),
          )}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  </ScrollRegion>
);

interface ScrollRegionProps {
  readonly label: string;
  readonly className: string;
  readonly children: ReactNode;
}

export const ScrollRegion = ({ label, className, children }: ScrollRegionProps) => (
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolled region must be reachable by keyboard
  <section className={className} aria-label={label} tabIndex={0}>
    {children}
  </section>
);

/** Cells of numbers; those from `muted` on are less important. */
export const Numbers = ({ of, muted = of.length }: { of: readonly ReactNode[]; muted?: number }) =>
  of.map((value, column) => (
    // oxlint-disable-next-line react/no-array-index-key -- columns never move
    <td key={column} className={column < muted ? "right num" : "right num muted"}>
      {value}
    </td>
  ));

export const TimeCell = ({ at }: { at: string }) => (
  <td className="muted nowrap">
    <Time at={at} />
  </td>
);

export const CodeCell = ({ of }: { of: string }) => (
  <td>
    <code>{of}</code>
  </td>
);
