import { memo, type ReactNode } from "react";
import { ScrollRegion } from "../ui/scroll-region.tsx";
import type { ListColumn, RowKind } from "./column.ts";
import type { CurrentCell } from "./use-list.ts";

/** A column of a table of a few hundred rows at most. */
export interface TableColumn<Row> extends ListColumn<Row> {
  readonly cell: (row: Row) => ReactNode;
  readonly isNumber?: true;
  /** What is pressed, not read: it has no menu. */
  readonly isControl?: true;
  /** The title is read out alone. */
  readonly isUntitled?: true;
  readonly className?: string;
  /** In pixels, where the table's columns do not follow from what is in them. */
  readonly width?: number;
  /** Told by the heading. */
  readonly hint?: string;
}

interface Props<Row> {
  /** Read out as the table's name. */
  readonly label: string;
  readonly className?: string;
  readonly kind: RowKind<Row>;
  readonly columns: readonly TableColumn<Row>[];
  readonly rows: readonly Row[];
  /** The cell that the keys are at, where it is in this table. */
  readonly current?: CurrentCell | undefined;
  readonly unfolded: ReadonlySet<string>;
  /** What a row has beside its line. */
  readonly whole?: (row: Row) => ReactNode;
}

function Rows<Row>({ label, className = "", kind, columns, rows, current, unfolded, whole }: Props<Row>) {
  return (
    <ScrollRegion className="scroll-x" label={label}>
      <table className={`table ${className}`} aria-label={label}>
        <thead>
          <tr>
            {columns.map(({ name, title, isNumber, isUntitled, className: own = "", width, hint }) => (
              <th
                key={name}
                scope="col"
                className={`${isNumber ? "right " : ""}${own}`}
                title={hint}
                style={width === undefined ? {} : { width }}
              >
                {isUntitled ? <span className="hidden">{title}</span> : title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => {
            const id = kind.idOf(row);
            const isCurrent = id === current?.id;
            const isWhole = whole !== undefined && unfolded.has(id);
            return [
              <tr
                key={id}
                data-row={id}
                className={isCurrent ? "current" : ""}
                {...(isCurrent ? { "aria-current": "true" } : {})}
              >
                {columns.map(({ name, cell, isNumber, isControl, className: own = "" }) => (
                  <td
                    key={name}
                    {...(isControl ? {} : { "data-column": name })}
                    className={`${isNumber ? "right num " : ""}${own}${isCurrent && name === current?.column ? " at" : ""}`}
                  >
                    {cell(row)}
                  </td>
                ))}
              </tr>,
              isWhole && (
                <tr key={`${id} whole`} className="opened">
                  <td colSpan={columns.length}>{whole(row)}</td>
                </tr>
              ),
            ];
          })}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

/** Rows by their columns, in a list whose area has the menu and the keys. Drawn again only where something of it is another. */
export const ListTable = memo(Rows) as typeof Rows;
