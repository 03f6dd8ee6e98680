import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { linkTo } from "../address/link.ts";
import { type Shortcut, useShortcuts } from "../keyboard/keys.tsx";
import type { Selection } from "../ui/selection.tsx";
import { type ListColumn, pathTo, type RowKind } from "./column.ts";
import type { CellActions } from "./use-cell-actions.tsx";

interface RowKeysOptions<Row> {
  readonly kind: RowKind<Row>;
  readonly rows: readonly Row[];
  readonly columns: readonly ListColumn<Row>[];
  readonly current: string | undefined;
  readonly onMove: (row: Row, index: number) => void;
  readonly actions: CellActions;
  readonly onMenu: () => void;
  /** Another list of the page has the shortcuts. */
  readonly isSecondary?: boolean;
  /** The page uses `m` for something else. */
  readonly withoutMenuKey?: boolean;
  /** Undefined while the next press opens the browser's own search. */
  readonly onFind: (() => void) | undefined;
  readonly selection?: Selection | undefined;
  readonly more?: readonly Shortcut[];
}

/** Registers the shortcuts of a list. Returns the index of the current cell's column. */
export function useRowKeys<Row>(options: RowKeysOptions<Row>) {
  const {
    kind,
    rows,
    columns,
    current,
    onMove,
    actions,
    onMenu,
    isSecondary,
    withoutMenuKey,
    onFind,
    selection,
    more = [],
  } = options;
  const navigate = useNavigate();
  const [column, setColumn] = useState(0);
  const at = rows.findIndex((row) => kind.idOf(row) === current);
  const row = rows[at];
  const page = row && kind.pageOf(row);

  function move(to: number) {
    const index = Math.max(0, Math.min(rows.length - 1, to));
    const next = rows[index];
    if (next) onMove(next, index);
  }
  const { copy, unfold } = actions;
  const filter = (how: "toggled" | "excluding") => actions.filter(row && columns[column]?.clauses?.(row)[0], how);
  const sideways = (by: number) => setColumn(Math.max(0, Math.min(columns.length - 1, column + by)));
  const open = () => page && void navigate({ to: pathTo(page) });
  const link = () => page && linkTo(page.page, page.key);
  const menu = { does: "Menu of the cell", run: () => onMenu() };

  const shortcuts: readonly Shortcut[] = [
    { keys: "j", does: "Next", run: () => move(at + 1) },
    { keys: "k", does: "Previous", run: () => move(at - 1) },
    { keys: "ArrowDown", does: "Next", run: () => move(at + 1) },
    { keys: "ArrowUp", does: "Previous", run: () => move(at - 1) },
    { keys: "ArrowLeft", does: "Cell to the left", run: () => sideways(-1) },
    { keys: "ArrowRight", does: "Cell to the right", run: () => sideways(1) },
    { keys: "g g", does: "First", run: () => move(0) },
    { keys: "Shift+G", does: "Last that is loaded", run: () => move(rows.length - 1) },
    { keys: "Enter", does: "Open", run: open },
    { keys: "o", does: "Open", run: open },
    { keys: "$mod+Enter", does: "Open in a new tab", run: () => page && window.open(link()) },
    { keys: "f", does: "Filter by the cell", run: () => filter("toggled") },
    { keys: "Shift+F", does: "Exclude the cell's value", run: () => filter("excluding") },
    ...(withoutMenuKey ? [] : [{ keys: "m" as const, ...menu }]),
    { keys: "Shift+F10", ...menu },
    { keys: "ContextMenu", ...menu },
    ...(unfold ? [{ keys: "e" as const, does: "Expand or collapse the row", run: () => unfold(current) }] : []),
    ...(onFind ? [{ keys: "$mod+f" as const, does: "Find in the rows that are loaded", run: onFind }] : []),
    { keys: "y", does: "Copy id", run: () => copy(current, "Id") },
    { keys: "Shift+Y", does: "Copy link", run: () => copy(link(), "Link") },
    ...(selection ? selecting(selection) : []),
    ...more,
  ];
  useShortcuts("Rows", isSecondary ? [] : shortcuts);
  return { column, setColumn, at };

  function selecting({ toggle, add, tickAll }: Selection): readonly Shortcut[] {
    const extend = (by: number) => {
      add([rows[at], rows[at + by]].flatMap((one) => (one ? [kind.idOf(one)] : [])));
      move(at + by);
    };
    return [
      { keys: "x", does: "Select", run: () => current !== undefined && toggle(current) },
      { keys: "Shift+J", does: "Select, and the next", run: () => extend(1) },
      { keys: "Shift+K", does: "Select, and the previous", run: () => extend(-1) },
      { keys: "$mod+a", does: "Select all that are loaded", run: tickAll },
    ];
  }
}
