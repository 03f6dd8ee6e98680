import type { ReactNode } from "react";
import { Wrong } from "../ui/states.tsx";
import { ListArea } from "./list-area.tsx";
import { ListTable, type TableColumn } from "./list-table.tsx";
import type { List } from "./use-list.ts";

interface Props<Row> {
  readonly list: List<Row, TableColumn<Row>>;
  /** Read out as the table's name. */
  readonly label: string;
  readonly className?: string;
  /** What a row has beside its line. */
  readonly whole?: (row: Row) => ReactNode;
  /** Why there are no rows, or no newer ones. */
  readonly error?: Error | null;
  /** That is told elsewhere on the page already. */
  readonly isErrorTold?: boolean;
  /** In place of a list without any row. */
  readonly none?: ReactNode;
  /** How many rows are drawn while they are awaited, and how high one is. */
  readonly toCome?: number;
  readonly rowPx?: number;
}

/** A list that is one table: what went wrong, that there is nothing, or its rows; those that are awaited hold their place. */
export function TableList<Row>({ list, error, isErrorTold = false, none, ...table }: Props<Row>) {
  const isEmpty = !list.isAwaited && list.all.length === 0;
  return (
    <>
      {error && !isErrorTold && <Wrong error={error} />}
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
