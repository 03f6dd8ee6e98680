import { useNavigate } from "@tanstack/react-router";
import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { type Search, useAddress } from "../address/search.ts";
import type { Shortcut } from "../keyboard/keys.tsx";
import type { Selection } from "../ui/selection.ts";
import type { CellMenuOpener } from "./cell-menu.tsx";
import { type ListColumn, type RowKind, textsOf } from "./column.ts";
import { useColumnsWithRoom } from "./room.ts";
import { type CellActions, type Filter, useCellActions } from "./use-cell-actions.ts";
import { useRowKeys } from "./use-row-keys.ts";
import { rowsWhere, whereAfter } from "./where.ts";

interface Needs<Row, Column extends ListColumn<Row>> {
  readonly kind: RowKind<Row>;
  /** All that are loaded; undefined while the first of them are awaited. */
  readonly rows: readonly Row[] | undefined;
  readonly columns: readonly Column[];
  /** Rows have more to show than their line. */
  readonly unfolds: boolean;
  /** Of a list with a query; others are filtered by what the address calls `where`, among what is loaded. */
  readonly filter?: Filter | undefined;
  readonly hasQuery?: boolean;
  /** Stands beside another list of its page, which has the keys and the filter: this one has its menu. */
  readonly isBeside?: boolean;
  readonly selection?: Selection;
  readonly withoutLetter?: boolean;
  readonly more?: readonly Shortcut[];
}

export interface List<Row, Column extends ListColumn<Row> = ListColumn<Row>> {
  readonly kind: RowKind<Row>;
  /** Those that the filter leaves. */
  readonly rows: readonly Row[];
  readonly all: readonly Row[];
  readonly isAwaited: boolean;
  readonly isBeside: boolean;
  readonly columns: readonly Column[];
  /** Those that there is room for. */
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
  /** By its name. */
  readonly column: string | undefined;
}

/** What every list of rows can do, by key and by mouse; `ListArea` has what is seen of it. What is current is no part of the address. */
export function useList<Row, Column extends ListColumn<Row>>(needs: Needs<Row, Column>): List<Row, Column> {
  const {
    kind,
    rows: loaded,
    columns,
    unfolds,
    filter,
    hasQuery = false,
    isBeside = false,
    selection,
    withoutLetter,
    more,
  } = needs;
  const all = loaded ?? none;
  const shown = useColumnsWithRoom(columns);
  const { unfolded = "", where = "" } = useAddress();
  const navigate = useNavigate();
  const [current, setCurrent] = useState<string>();
  const [isFinding, setFinding] = useState(false);
  const area = useRef<HTMLDivElement>(null);
  const menu = useRef<CellMenuOpener>(null);
  const isHeld = !hasQuery && !isBeside;
  const rows = useMemo(() => (isHeld ? rowsWhere(all, columns, where) : all), [all, columns, where, isHeld]);
  const change = (search: Search, replace: boolean) =>
    void navigate({ to: ".", search: (before: Search) => ({ ...before, ...search }), replace });
  const setWhere = (next: string) => change({ where: next }, false);
  const actions = useCellActions({
    filter: !isHeld ? filter : (clause, how) => setWhere(whereAfter(where, clause, how)),
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
    isBeside,
    withoutLetter: withoutLetter ?? false,
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
    isBeside,
    where: isHeld ? where : "",
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
      const place = shown.findIndex((one) => one.name === name);
      if (place >= 0) setColumn(place);
    },
    setWhere,
  };
}

const none: readonly never[] = [];
