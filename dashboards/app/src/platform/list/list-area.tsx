import { type MouseEvent, type ReactNode, type RefObject, useDeferredValue, useMemo, useState } from "react";
import { Icon } from "../ui/icon.tsx";
import { FindBar } from "../ui/overlays/find-bar.tsx";
import { Blank } from "../ui/page.tsx";
import { MatchCount, WithoutParts } from "../ui/without-parts.tsx";
import { CellMenu } from "./cell-menu.tsx";
import { nameOf } from "./column.ts";
import { rowsWith } from "./rows-with.ts";
import type { List } from "./use-list.ts";
import { filtersOf, type RowFilter, rowsWhere, whereOf } from "./where.ts";

interface Props<Row> {
  readonly list: List<Row>;
  /** The rows, marked by `data-row`; in a scrollable region or a scrolling page. */
  readonly children: ReactNode;
  readonly className?: string;
}

/** A list with its filters, the menu of its cells, and the search in its rows. */
export function ListArea<Row>({ list, children, className = "" }: Props<Row>) {
  const { kind, rows, all, isAwaited, columns, at, actions, where, area, menu, choose } = list;
  return (
    <div className={`list ${className}`}>
      {list.isFinding && (
        <FindInRows
          rows={rows}
          at={at}
          textsOf={list.textsOf}
          area={area}
          onGo={(index) => {
            const row = rows[index];
            if (row) choose(kind.idOf(row));
          }}
          onClose={list.stopFinding}
        />
      )}
      {where !== "" && <Where list={list} />}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- the page has the keys of its rows */}
      <div ref={area} className="list-rows" tabIndex={-1} aria-busy={isAwaited} onClick={chooseAt}>
        {isAwaited && (
          <span className="hidden" role="status">
            Loading
          </span>
        )}
        {rows.length === 0 && all.length > 0 ? <NoRow list={list} /> : children}
      </div>
      <CellMenu
        kind={kind}
        area={area}
        rows={rows}
        columns={columns}
        actions={actions}
        opener={menu}
        hasKeys={!list.isSecondary}
      />
    </div>
  );

  function chooseAt({ target }: MouseEvent) {
    if (!(target instanceof Element) || target.closest("a, button, input, select, summary")) return;
    const id = target.closest("[data-row]")?.getAttribute("data-row");
    if (id && !list.isSecondary) choose(id, target.closest("[data-column]")?.getAttribute("data-column") ?? undefined);
  }
}

function Where<Row>({ list }: Pick<Props<Row>, "list">) {
  const { rows, all, where, setWhere } = list;
  const filters = filtersOf(where);
  return (
    <div className="line where" role="group" aria-label="Filters">
      {filters.map((one) => (
        <button
          key={`${one.isNot} ${one.field} ${one.value}`}
          type="button"
          className="chip info"
          title="Remove this filter"
          onClick={() => setWhere(without(one, filters))}
        >
          {one.isNot ? "Without" : "Only"} {one.field.replaceAll("_", " ")} <b>{labelOf(one, list)}</b>
          <Icon name="close" />
        </button>
      ))}
      <span className="muted num" role="status">
        {!list.isAwaited && `${rows.length} of ${all.length}`}
      </span>
    </div>
  );
}

/** Shows how many rows would match without each filter. */
function NoRow<Row>({ list: { all, columns, where, setWhere } }: Pick<Props<Row>, "list">) {
  const filters = filtersOf(where);
  return (
    <Blank title="No row has that">
      <p>None of the {all.length} that are loaded.</p>
      <WithoutParts
        parts={filters.map((one) => {
          const rest = without(one, filters);
          return {
            part: `${one.isNot ? "-" : ""}${one.field}:${labelOf(one, { all, columns })}`,
            matching: <MatchCount count={rowsWhere(all, columns, rest).length} />,
            onRemove: () => setWhere(rest),
          };
        })}
      />
    </Blank>
  );
}

const without = (one: RowFilter, filters: readonly RowFilter[]): string =>
  whereOf(filters.filter((each) => each !== one));

function labelOf<Row>({ field, value }: RowFilter, { all, columns }: Pick<List<Row>, "all" | "columns">): string {
  for (const row of all)
    for (const column of columns)
      for (const clause of column.clauses?.(row) ?? [])
        if (clause.field === field && clause.value === value) return nameOf(clause);
  return value;
}

interface FindInRowsProps<Row> {
  readonly rows: readonly Row[];
  readonly at: number;
  /** Returns the searchable texts of a row; must be stable between renders. */
  readonly textsOf: (row: Row) => readonly string[];
  readonly area: RefObject<HTMLElement | null>;
  readonly onGo: (row: number) => void;
  readonly onClose: () => void;
}

export function FindInRows<Row>({ rows, at, textsOf, area, onGo, onClose }: FindInRowsProps<Row>) {
  const [text, setText] = useState("");
  const wanted = useDeferredValue(text);
  const found = useMemo(() => rowsWith(rows, wanted, textsOf), [rows, wanted, textsOf]);
  return (
    <FindBar
      what="the rows that are loaded"
      text={text}
      found={found}
      at={at}
      area={area}
      onText={setText}
      onGo={onGo}
      onClose={onClose}
    />
  );
}
