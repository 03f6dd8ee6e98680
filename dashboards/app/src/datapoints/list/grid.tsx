import { Link } from "@tanstack/react-router";
import { useVirtualizer } from "@tanstack/react-virtual";
import {
  type MouseEvent,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { usePreference } from "../../app/shell/preferences.ts";
import { sizes, useSizes } from "../../app/shell/stored-record.ts";
import type { Search } from "../../platform/address/search.ts";
import type { DatapointRow } from "../../platform/api/types.ts";
import { CellMenu, type CellMenuOpener } from "../../platform/list/cell-menu.tsx";
import { GridRowsToCome } from "../../platform/list/list-table.tsx";
import type { CellActions } from "../../platform/list/use-cell-actions.tsx";
import { Icon } from "../../platform/ui/icon.tsx";
import type { Selection } from "../../platform/ui/selection.tsx";
import {
  type Column,
  datapoints,
  fitting,
  isSizable,
  leastColumnPx,
  mostColumnPx,
  sized,
  widthName,
} from "./columns.tsx";
import { GridRow, inlinePx } from "./grid-row.tsx";

export interface GridProps {
  readonly rows: readonly DatapointRow[];
  readonly isAwaited: boolean;
  readonly chosen: readonly Column[];
  readonly order: string;
  readonly current: { readonly id: string | undefined; readonly column: number };
  readonly dimmed: boolean;
  readonly selection: Selection;
  readonly actions: CellActions;
  readonly area: RefObject<HTMLDivElement | null>;
  readonly menu: RefObject<CellMenuOpener | null>;
  readonly onChoose: (id: string) => void;
  readonly onEnd: () => void;
  /** Called when the list is scrolled or the pointer rests on it: rows must not move then. */
  readonly onRest?: (isResting: boolean) => void;
}

const rowHeights = { compact: 28, cosy: 36, roomy: 56 } as const;

/** Draws the visible rows, all of one height, with the columns that fit the width. The page handles the keys. */
export function DatapointGrid(props: GridProps) {
  const {
    rows,
    isAwaited,
    chosen,
    order,
    current,
    dimmed,
    selection,
    actions,
    area: scroll,
    menu,
    onChoose,
    onEnd,
    onRest,
  } = props;
  const { unfolded } = actions;
  const density = usePreference("density");
  const known = useSizes();
  const height = rowHeights[density];
  const width = useWidth(scroll);
  const shown = useMemo(() => fitting(sized(chosen, known), width), [chosen, known, width]);
  const tracks = ["16px", ...shown.map(({ track }) => track)].join(" ");
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroll.current,
    estimateSize: (index) => height + (unfolded.has(rows[index]?.id ?? "") ? inlinePx : 0),
    getItemKey: useCallback((index: number) => rows[index]?.id ?? index, [rows]),
    overscan: 10,
    // The heading is inside the scroll region, above the rows.
    scrollPaddingEnd: 32,
  });
  useLayoutEffect(() => virtual.measure(), [height, unfolded, virtual]);
  const visible = virtual.getVirtualItems();
  const last = visible.at(-1)?.index ?? 0;
  useEffect(() => {
    if (last >= rows.length - 20) onEnd();
  });
  const at = current.id === undefined ? -1 : rows.findIndex(({ id }) => id === current.id);
  useEffect(() => {
    if (at >= 0) virtual.scrollToIndex(at);
    // oxlint-disable-next-line react/exhaustive-deps -- only another row is scrolled to, not the same one moved by new ones
  }, [current.id, virtual]);
  function press({ target, shiftKey }: MouseEvent) {
    if (!(target instanceof Element) || target.closest("a, input")) return;
    const id = target.closest("[data-row]")?.getAttribute("data-row");
    if (!id) return;
    if (shiftKey) selection.extendTo(id);
    else onChoose(id);
  }
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolled region must be reachable by keyboard */}
      <div
        ref={scroll}
        className={`grid ${density}`}
        role="grid"
        aria-label="Datapoints"
        aria-busy={isAwaited}
        aria-rowcount={isAwaited ? -1 : rows.length + 1}
        aria-colcount={shown.length + 1}
        tabIndex={0}
        style={{ opacity: dimmed ? 0.6 : 1 }}
        onScroll={({ currentTarget }) => onRest?.(currentTarget.scrollTop > 4)}
        onPointerEnter={() => onRest?.(true)}
        onPointerLeave={() => onRest?.((scroll.current?.scrollTop ?? 0) > 4)}
      >
        <div role="rowgroup" className="sticky">
          <div className="gr head" role="row" aria-rowindex={1} style={{ gridTemplateColumns: tracks }}>
            <span role="columnheader">
              <TickAll rows={rows} selection={selection} />
            </span>
            {shown.map((column) => (
              <Heading key={column.name} column={column} order={order} />
            ))}
          </div>
        </div>
        {isAwaited && <GridRowsToCome columns={shown} style={{ gridTemplateColumns: tracks }} heightPx={height} />}
        {/* The page handles the keys of a row: j, k, Space, Enter. */}
        {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the grid takes the keys, a row only clicks */}
        <div className="rows" role="rowgroup" style={{ height: virtual.getTotalSize() }} onClick={press}>
          {visible.map(({ index, start, size }) => {
            const row = rows[index];
            return (
              row && (
                <GridRow
                  key={row.id}
                  row={row}
                  index={index}
                  columns={shown}
                  tracks={tracks}
                  start={start}
                  size={size}
                  height={height}
                  isRoomy={density === "roomy"}
                  isUnfolded={unfolded.has(row.id)}
                  at={row.id === current.id ? current.column : undefined}
                  selection={selection}
                />
              )
            );
          })}
        </div>
      </div>
      <CellMenu kind={datapoints} area={scroll} rows={rows} columns={shown} actions={actions} opener={menu} />
    </>
  );
}

function TickAll({ rows, selection }: Pick<GridProps, "rows" | "selection">) {
  const { ids, isEverything, tickAll, clear } = selection;
  const isAll = isEverything || (rows.length > 0 && ids.size >= rows.length);
  return (
    <input
      type="checkbox"
      className="tick"
      tabIndex={-1}
      aria-label="Select all rows that are loaded"
      checked={isAll}
      onChange={isAll ? clear : tickAll}
    />
  );
}

function Heading({ column, order }: { column: Column; order: string }) {
  const { name, title, isNumber, isPinned, order: own } = column;
  const isOldest = name === "time" && order === "oldest";
  const isSorted = own === order || isOldest;
  const next = own === "newest" && order === "newest" ? "oldest" : own === "newest" ? "" : own === order ? "" : own;
  return (
    <span
      role="columnheader"
      className={isNumber ? "right" : ""}
      {...(own ? { "aria-sort": isSorted ? (isOldest ? "ascending" : "descending") : ("none" as const) } : {})}
    >
      {own ? (
        <Link
          to="/datapoints"
          search={(before: Search) => ({ ...before, order: next ?? "", live: "", at: "" })}
          replace
          title={`Sort by ${title.toLowerCase()}`}
        >
          {title}
          <span aria-hidden="true">{isSorted ? (isOldest ? " ▴" : " ▾") : ""}</span>
        </Link>
      ) : (
        title
      )}
      {isPinned && (
        <span className="pinned" title="Pinned">
          <Icon name="pin" />
        </span>
      )}
      {isSizable(column) && <Edge column={column} />}
    </span>
  );
}

/** Resizes a column by dragging the right edge of its heading; the Columns menu does the same with buttons. */
function Edge({ column: { name, minPx } }: { column: Column }) {
  const from = useRef<{ readonly x: number; readonly px: number }>(undefined);
  return (
    <span
      aria-hidden="true"
      className="edge"
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        from.current = { x: event.clientX, px: minPx };
      }}
      onPointerMove={({ clientX }) => {
        if (!from.current) return;
        const px = from.current.px + clientX - from.current.x;
        sizes.set(widthName(name), Math.max(leastColumnPx, Math.min(mostColumnPx, px)));
      }}
      onPointerUp={() => {
        from.current = undefined;
      }}
    />
  );
}

/** Returns the width of an element in pixels, measured before the first paint and then observed. */
function useWidth(element: React.RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(1200);
  useLayoutEffect(() => {
    const watched = element.current;
    if (!watched) return undefined;
    setWidth(watched.clientWidth);
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? 1200)));
    observer.observe(watched);
    return () => observer.disconnect();
  }, [element]);
  return width;
}
