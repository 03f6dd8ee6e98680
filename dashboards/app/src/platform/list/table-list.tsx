import type { ReactNode } from "react";
import { Wrong } from "../ui/states.tsx";
import { ListArea } from "./list-area.tsx";
import { ListTable, type TableColumn } from "./list-table.tsx";
import type { List } from "./use-list.ts";

interface Props<Row> {
  readonly list: List<Row, TableColumn<Row>>;
  /** The accessible name of the table. */
  readonly label: string;
  readonly className?: string;
  /** Returns the details of an expanded row. */
  readonly whole?: (row: Row) => ReactNode;
  /** Why there are no rows, or no newer ones. */
  readonly error?: Error | null;
  /** The page shows the error elsewhere. */
  readonly isErrorShown?: boolean;
  /** Shown in place of an empty list. */
  readonly none?: ReactNode;
  /** The number of placeholder rows while loading, and the height of one. */
  readonly toCome?: number;
  readonly rowPx?: number;
}

/** A list of one table, with its error, empty and loading states. */
export function TableList<Row>({ list, error, isErrorShown = false, none, ...table }: Props<Row>) {
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
