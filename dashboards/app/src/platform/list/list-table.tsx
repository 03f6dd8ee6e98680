import { type CSSProperties, memo, type ReactNode } from "react";
import { ScrollRegion } from "../ui/scroll-region.tsx";
import type { ListColumn, RowKind } from "./column.ts";
import { RowsToCome } from "./rows-to-come.tsx";
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
  /** In pixels or as a share of the table, where its columns do not follow from what is in them; one without takes what is left. */
  readonly width?: number | `${number}%`;
  /** In place of the title, where that is to be drawn otherwise. */
  readonly head?: ReactNode;
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
  readonly isAwaited?: boolean;
  /** How many rows are drawn while they are awaited, and how high one is. */
  readonly toCome?: number;
  readonly rowPx?: number;
  /** The cell that the keys are at, where it is in this table. */
  readonly current?: CurrentCell | undefined;
  readonly unfolded: ReadonlySet<string>;
  /** What a row has beside its line; undefined where it has nothing yet. */
  readonly whole?: (row: Row) => ReactNode;
}

function Rows<Row>({
  label,
  className = "",
  kind,
  columns,
  rows,
  isAwaited = false,
  toCome = 8,
  rowPx = 37,
  current,
  unfolded,
  whole,
}: Props<Row>) {
  return (
    <ScrollRegion className="scroll-x" label={label}>
      <table
        className={`table ${className}`}
        style={layoutOf(columns)}
        aria-label={label}
        aria-hidden={isAwaited || undefined}
      >
        <thead>
          <tr>
            {columns.map(({ name, title, head = title, isNumber, isUntitled, className: own = "", width, hint }) => (
              <th
                key={name}
                scope="col"
                className={`${isNumber ? "right " : ""}${own}`}
                title={hint}
                style={width === undefined ? {} : { width }}
              >
                {isUntitled ? <span className="hidden">{title}</span> : head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {isAwaited && <RowsToCome columns={columns} rows={toCome} heightPx={rowPx} />}
          {rows.map((row) => {
            const id = kind.idOf(row);
            const isCurrent = id === current?.id;
            const told = unfolded.has(id) ? whole?.(row) : undefined;
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
              told !== undefined && (
                <tr key={`${id} whole`} className="opened">
                  <td colSpan={columns.length}>{told}</td>
                </tr>
              ),
            ];
          })}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

/** What a column without a width of its own needs to be read. */
const leastPx = 96;

/** Columns with widths are as wide before their rows are there as after. */
function layoutOf(columns: readonly { readonly width?: number | string }[]): CSSProperties {
  if (columns.every(({ width }) => width === undefined)) return {};
  const minWidth = columns.reduce((sum, { width }) => sum + (typeof width === "number" ? width : leastPx), 0);
  return { tableLayout: "fixed", minWidth };
}

/** Rows by their columns, in a list whose area has the menu and the keys. Drawn again only where something of it is another. */
export const ListTable = memo(Rows) as typeof Rows;
