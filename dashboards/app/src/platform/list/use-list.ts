import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { type Search, useAddress, useSetAddress } from "../address/search.ts";
import type { Shortcut } from "../keyboard/keys.tsx";
import type { Selection } from "../ui/selection.tsx";
import type { CellMenuOpener } from "./cell-menu.tsx";
import { type ListColumn, type RowKind, textsOf, useColumnsWithRoom } from "./column.ts";
import { type CellActions, type Filter, useCellActions } from "./use-cell-actions.tsx";
import { useRowKeys } from "./use-row-keys.ts";
import { rowsWhere, whereAfter } from "./where.ts";

interface ListOptions<Row, Column extends ListColumn<Row>> {
  readonly kind: RowKind<Row>;
  readonly rows: readonly Row[] | undefined;
  readonly columns: readonly Column[];
  readonly unfolds: boolean;
  /** For a list with a query; other lists filter the loaded rows by the address parameter `where`. */
  readonly filter?: Filter | undefined;
  readonly hasQuery?: boolean;
  /** Another list of the page has the shortcuts and the filter; this one has only its menu. */
  readonly isSecondary?: boolean;
  readonly selection?: Selection;
  readonly withoutMenuKey?: boolean;
  readonly more?: readonly Shortcut[];
}

export interface List<Row, Column extends ListColumn<Row> = ListColumn<Row>> {
  readonly kind: RowKind<Row>;
  readonly rows: readonly Row[];
  readonly all: readonly Row[];
  readonly isAwaited: boolean;
  readonly isSecondary: boolean;
  readonly columns: readonly Column[];
  readonly shown: readonly Column[];
  readonly current: CurrentCell;
  readonly at: number;
  readonly actions: CellActions;
  readonly where: string;
  readonly area: RefObject<HTMLDivElement | null>;
  readonly menu: RefObject<CellMenuOpener | null>;
  readonly textsOf: (row: Row) => readonly string[];
  readonly isFinding: boolean;
  readonly stopFinding: () => void;
  readonly choose: (id: string, column?: string) => void;
  readonly setWhere: (where: string) => void;
}

export interface CurrentCell {
  readonly id: string | undefined;
  readonly column: string | undefined;
}

/** The keyboard and mouse behavior of every list, which `ListArea` renders. The current cell is not in the address. */
export function useList<Row, Column extends ListColumn<Row>>(options: ListOptions<Row, Column>): List<Row, Column> {
  const {
    kind,
    rows: loaded,
    columns,
    unfolds,
    filter,
    hasQuery = false,
    isSecondary = false,
    selection,
    withoutMenuKey,
    more,
  } = options;
  const all = loaded ?? none;
  const shown = useColumnsWithRoom(columns);
  const { unfolded = "", where = "" } = useAddress();
  const setAddress = useSetAddress();
  const [current, setCurrent] = useState<string>();
  const [isFinding, setFinding] = useState(false);
  const area = useRef<HTMLDivElement>(null);
  const menu = useRef<CellMenuOpener>(null);
  const filtersRows = !hasQuery && !isSecondary;
  const rows = useMemo(() => (filtersRows ? rowsWhere(all, columns, where) : all), [all, columns, where, filtersRows]);
  const change = (search: Search, replace: boolean) => setAddress(search, replace);
  const setWhere = (next: string) => change({ where: next }, false);
  const actions = useCellActions({
    filter: !filtersRows ? filter : (clause, how) => setWhere(whereAfter(where, clause, how)),
    ...(unfolds ? { unfolded } : {}),
    onChange: change,
  });
  const { column, setColumn, at } = useRowKeys({
    kind,
    rows,
    columns: shown,
    current,
    onMove: (row) => setCurrent(kind.idOf(row)),
    actions,
    onMenu: () => menu.current?.open(),
    isSecondary,
    withoutMenuKey: withoutMenuKey ?? false,
    onFind: isFinding || all.length === 0 ? undefined : () => setFinding(true),
    selection,
    ...(more ? { more } : {}),
  });
  useEffect(() => {
    if (current === undefined) return;
    area.current?.querySelector(`[data-row="${CSS.escape(current)}"]`)?.scrollIntoView({ block: "nearest" });
  }, [current]);
  return {
    kind,
    rows,
    all,
    isAwaited: loaded === undefined,
    columns,
    shown,
    current: { id: current, column: shown[column]?.name },
    at,
    actions,
    isSecondary,
    where: filtersRows ? where : "",
    area,
    menu,
    textsOf: useCallback((row: Row) => textsOf(row, columns), [columns]),
    isFinding,
    stopFinding() {
      setFinding(false);
      area.current?.focus();
    },
    choose(id, name) {
      setCurrent(id);
      const index = shown.findIndex((one) => one.name === name);
      if (index >= 0) setColumn(index);
    },
    setWhere,
  };
}

const none: readonly never[] = [];
