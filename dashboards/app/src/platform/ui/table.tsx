import type { ReactNode } from "react";
import { ScrollRegion } from "./scroll-region.tsx";

interface Props {
  /** Read out as the table's name. */
  readonly label: string;
  /** Column headings; one that begins with `>` stands at the right, as its numbers do. */
  readonly head: readonly string[];
  /** Rows: `<tr>`s. */
  readonly children: ReactNode;
}

/** A table of few rows. On a narrow screen it scrolls in a region of its own. */
export function Table({ label, head, children }: Props) {
  return (
    <ScrollRegion className="scroll-x" label={label}>
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
}
