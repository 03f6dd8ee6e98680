import { type CSSProperties, memo, type ReactNode } from "react";
import { Time } from "../ui/format.tsx";
import { Wrong } from "../ui/page.tsx";
import { ScrollRegion } from "../ui/table.tsx";
import type { ListColumn, RowKind } from "./column.ts";
import { ListArea } from "./list-area.tsx";
import type { CurrentCell, List } from "./use-list.ts";

/** A column of a table with at most a few hundred rows. */
export interface TableColumn<Row> extends ListColumn<Row> {
  readonly cell: (row: Row) => ReactNode;
  readonly isNumber?: true;
  /** A column of controls, without a cell menu. */
  readonly isControl?: true;
  readonly isUntitled?: true;
  readonly className?: string;
  /** In pixels or as a share of the table, if not from the content; a column without width takes the rest. */
  readonly width?: number | `${number}%`;
  readonly head?: ReactNode;
  readonly hint?: string;
}

interface Props<Row> {
  readonly label: string;
  readonly className?: string;
  readonly kind: RowKind<Row>;
  readonly columns: readonly TableColumn<Row>[];
  readonly rows: readonly Row[];
  readonly isAwaited?: boolean;
  /** The number of placeholder rows while loading, and the height of one. */
  readonly toCome?: number;
  readonly rowPx?: number;
  /** The cell with the keyboard focus, if it is in this table. */
  readonly current?: CurrentCell | undefined;
  readonly unfolded: ReadonlySet<string>;
  /** Returns the details of an expanded row; undefined if there are none yet. */
  readonly whole?: (row: Row) => ReactNode;
}

const Rows = <Row,>({
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
}: Props<Row>) => (
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
          const details = unfolded.has(id) ? whole?.(row) : undefined;
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
            details !== undefined && (
              <tr key={`${id} whole`} className="opened">
                <td colSpan={columns.length}>{details}</td>
              </tr>
            ),
          ];
        })}
      </tbody>
    </table>
  </ScrollRegion>
);

type More<Row> = Omit<Partial<TableColumn<Row>>, "name" | "title" | "cell">;

export const column = <Row,>(
  name: string,
  title: string,
  cell: (row: Row) => ReactNode,
  more: More<Row> = {},
): TableColumn<Row> => ({ name, title, cell, ...more });

/** A column of texts, which are what is searched and copied. */
export const textColumn = <Row,>(
  name: string,
  title: string,
  text: (row: Row) => string,
  more: More<Row> = {},
): TableColumn<Row> => ({ name, title, text, cell: text, ...more });

/** A column of times; a row without one shows `never`. */
export const timeColumn = <Row,>(
  name: string,
  title: string,
  text: (row: Row) => string | undefined,
  more: More<Row> = {},
): TableColumn<Row> => {
  const cell = (row: Row) => {
    const at = text(row);
    return at === undefined ? "never" : <Time at={at} />;
  };
  return { name, title, width: 112, className: "muted nowrap", text, cell, ...more };
};

/** The last column of a table, with the actions on a row. */
export const actionsColumn = <Row,>(title: string, width: number, cell: (row: Row) => ReactNode): TableColumn<Row> => ({
  name: title.toLowerCase(),
  title,
  width,
  cell,
  isUntitled: true,
  isControl: true,
  className: "right",
});

const leastPx = 96;

/** Fixes the layout of tables with column widths, so that it is the same before and after loading. */
function layoutOf(columns: readonly { readonly width?: number | string }[]): CSSProperties {
  if (columns.every(({ width }) => width === undefined)) return {};
  const minWidth = columns.reduce((sum, { width }) => sum + (typeof width === "number" ? width : leastPx), 0);
  return { tableLayout: "fixed", minWidth };
}

/** A table in a list area, which provides the menu and the shortcuts. */
export const ListTable = memo(Rows) as typeof Rows;

interface RowsToComeProps {
  readonly columns: readonly { readonly name: string; readonly isNumber?: true }[];
  readonly rows: number;
  readonly heightPx: number;
}

/**
 * Placeholders for loading rows, at their final position and height: one element per column with the rows as
 * its background, so that a placeholder is not more expensive than the list.
 */
const RowsToCome = ({ columns, rows, heightPx }: RowsToComeProps) => (
  <tr className="to-come pulse" style={{ "--row-height": `${heightPx}px`, height: rows * heightPx } as Measured}>
    {columns.map(({ name, isNumber }) => (
      <td key={name} className={isNumber ? "right" : ""} />
    ))}
  </tr>
);

/** The same in a grid, down to its lower edge. */
export const GridRowsToCome = ({
  columns,
  className = "",
  style,
  heightPx,
}: Omit<RowsToComeProps, "rows"> & { readonly className?: string; readonly style?: React.CSSProperties }) => (
  <div
    className={`gr to-come pulse ${className}`}
    style={{ ...style, "--row-height": `${heightPx}px` } as Measured}
    aria-hidden="true"
  >
    <span />
    {columns.map(({ name, isNumber }) => (
      <span key={name} className={isNumber ? "right" : ""} />
    ))}
  </div>
);

type Measured = React.CSSProperties & { readonly "--row-height": string };

interface TableListProps<Row> {
  readonly list: List<Row, TableColumn<Row>>;
  readonly label: string;
  readonly className?: string;
  /** Returns the details of an expanded row. */
  readonly whole?: (row: Row) => ReactNode;
  /** Why there are no rows, or no newer ones. */
  readonly error?: Error | null;
  /** The page shows the error elsewhere. */
  readonly isErrorShown?: boolean;
  readonly none?: ReactNode;
  /** The number of placeholder rows while loading, and the height of one. */
  readonly toCome?: number;
  readonly rowPx?: number;
}

/** A list of one table, with its error, empty and loading states. */
export function TableList<Row>({ list, error, isErrorShown = false, none, ...table }: TableListProps<Row>) {
  const isEmpty = !list.isAwaited && list.all.length === 0;
  return (
    <>
      {error && !isErrorShown && <Wrong error={error} />}
      {isEmpty && none}
      {!isEmpty && !(list.isAwaited && error) && (
        <ListArea list={list}>
          <ListTable
            {...table}
            kind={list.kind}
            columns={list.shown}
            rows={list.rows}
            isAwaited={list.isAwaited}
            current={list.current}
            unfolded={list.actions.unfolded}
          />
        </ListArea>
      )}
    </>
  );
}
