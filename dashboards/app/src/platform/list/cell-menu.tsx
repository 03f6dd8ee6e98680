import { Link } from "@tanstack/react-router";
import { Fragment, type KeyboardEvent, type RefObject, useEffect, useImperativeHandle, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { linkTo } from "../address/link.ts";
import { Keys } from "../keyboard/keys.tsx";
import type { KnownKeys } from "../keyboard/known.ts";
import { Popover } from "../ui/overlays/popover.tsx";
import { type ListClause, type ListColumn, nameOf, pathTo, type RowKind } from "./column.ts";
import type { CellActions } from "./use-cell-actions.tsx";

interface Props<Row> {
  readonly kind: RowKind<Row>;
  /** Contains rows marked by `data-row`, their id, and cells marked by `data-column`. */
  readonly area: RefObject<HTMLElement | null>;
  readonly rows: readonly Row[];
  readonly columns: readonly ListColumn<Row>[];
  readonly actions: CellActions;
  readonly opener: RefObject<CellMenuOpener | null>;
  /** Whether shortcuts are shown next to the menu's items. */
  readonly hasKeys?: boolean;
}

export interface CellMenuOpener {
  /** Opens the menu at the current cell, for keyboard users. */
  open(): void;
}

interface CellTarget<Row> {
  readonly row: Row;
  readonly cell: Element;
  readonly spot: string;
  readonly title: string;
  readonly clauses: readonly ListClause[];
  readonly text: string;
  readonly box: { readonly left: number; readonly top: number };
  readonly toTheRight: boolean;
  readonly up: boolean;
}

const buttonPx = 24;
/** For a cell with more values, the other values are filtered elsewhere. */
const valuesAtMost = 4;

/**
 * A button on the hovered cell, with the same menu as a right click. It floats above the rows because a grid
 * may contain only rows. Links keep the browser's own menu.
 */
export function CellMenu<Row>({ kind, area, rows, columns, actions, opener, hasKeys = true }: Props<Row>) {
  const [at, setAt] = useState<CellTarget<Row>>();
  const menu = useRef<HTMLDivElement>(null);
  const latest = useRef({ kind, rows, columns });
  latest.current = { kind, rows, columns };
  const button = () => menu.current?.querySelector("button");
  const openAt = (cell: Element) => {
    flushSync(() => setAt(targetOf(cell, latest.current)));
    flushSync(() => button()?.click());
    menu.current?.querySelector<HTMLElement>(".option")?.focus();
  };
  useImperativeHandle(opener, () => ({
    open() {
      const cell = area.current?.querySelector("[data-column].at");
      if (cell) openAt(cell);
    },
  }));
  useEffect(() => {
    const element = area.current;
    if (!element) return undefined;
    const isOpen = () => button()?.getAttribute("aria-expanded") === "true";
    const heard = new AbortController();
    const { signal } = heard;
    element.addEventListener(
      "pointerover",
      ({ target, pointerType }) => {
        if (isOpen() || pointerType === "touch") return;
        const cell = cellOf(target);
        setAt(cell && targetOf(cell, latest.current));
      },
      { signal },
    );
    element.addEventListener(
      "pointerleave",
      ({ relatedTarget }) => {
        if (!isOpen() && !menu.current?.contains(relatedTarget as Node | null)) setAt(undefined);
      },
      { signal },
    );
    // Any ancestor may scroll. The menu stays open if the cell did not move.
    document.addEventListener(
      "scroll",
      () => setAt((before) => (before && spotOf(before.cell) === before.spot ? before : undefined)),
      { signal, passive: true, capture: true },
    );
    element.addEventListener(
      "contextmenu",
      (event) => {
        const cell = cellOf(event.target);
        if (!cell || (event.target as Element).closest("a, input") || getSelection()?.toString()) return;
        event.preventDefault();
        openAt(cell);
      },
      { signal },
    );
    return () => heard.abort();
    // oxlint-disable-next-line react/exhaustive-deps -- the listener reads the newest rows
  }, [area]);
  if (!at) return null;
  const { row, title, clauses, text, box, toTheRight, up } = at;
  const id = kind.idOf(row);
  const page = kind.pageOf(row);
  const { unfold } = actions;
  function leave() {
    setAt(undefined);
    area.current?.focus();
  }
  const shownKeys = (keys: KnownKeys) => (hasKeys ? keys : undefined);
  function done(act: () => void) {
    act();
    leave();
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- arrows walk what is in it, whichever has the focus
    <div
      ref={menu}
      className="cell-menu"
      style={box}
      onContextMenu={(event) => event.preventDefault()}
      onKeyDownCapture={(event) => {
        if (event.key !== "Escape") return walk(event);
        event.preventDefault();
        event.stopPropagation();
        leave();
      }}
      onPointerLeave={({ relatedTarget }) => {
        if (button()?.getAttribute("aria-expanded") !== "true" && !area.current?.contains(relatedTarget as Node | null))
          setAt(undefined);
      }}
    >
      <Popover label="⋯" name="Cell menu" className="icon" align={toTheRight ? "end" : "start"} up={up}>
        {() => (
          <>
            {clauses.slice(0, valuesAtMost).map((clause, index) => (
              <Fragment key={clause.value}>
                <Option
                  does="Only"
                  what={nameOf(clause)}
                  keys={index === 0 ? shownKeys("f") : undefined}
                  onDo={() => done(() => actions.filter(clause, "toggled"))}
                />
                <Option
                  does="Without"
                  what={nameOf(clause)}
                  keys={index === 0 ? shownKeys("Shift+F") : undefined}
                  onDo={() => done(() => actions.filter(clause, "excluding"))}
                />
              </Fragment>
            ))}
            {text !== "" && <Option does="Copy" what={text} onDo={() => done(() => actions.copy(text, title))} />}
            <Option does="Copy id" keys={shownKeys("y")} onDo={() => done(() => actions.copy(id, "Id"))} />
            {page && (
              <Option
                does="Copy link"
                keys={shownKeys("Shift+Y")}
                onDo={() => done(() => actions.copy(linkTo(page.page, page.key), "Link"))}
              />
            )}
            {unfold && (
              <Option
                does={actions.unfolded.has(id) ? "Collapse" : "Expand"}
                keys={shownKeys("e")}
                onDo={() => done(() => unfold(id))}
              />
            )}
            {page && (
              <Link className="option" to={pathTo(page)} preload={false}>
                <span className="grow">Open</span>
                {hasKeys && <Keys keys="Enter" />}
              </Link>
            )}
          </>
        )}
      </Popover>
    </div>
  );
}

interface OptionProps {
  readonly does: string;
  readonly what?: string;
  readonly keys?: KnownKeys | undefined;
  readonly onDo: () => void;
}

const Option = ({ does, what, keys, onDo }: OptionProps) => (
  <button type="button" className="option" onClick={onDo}>
    <span className="grow cut">
      {does} {what !== undefined && <b dir="auto">{what}</b>}
    </span>
    {keys !== undefined && <Keys keys={keys} />}
  </button>
);

function walk(event: KeyboardEvent<HTMLElement>): void {
  const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (by === undefined) return;
  event.preventDefault();
  event.stopPropagation();
  const options = [...event.currentTarget.querySelectorAll<HTMLElement>(".option")];
  const at = options.findIndex((option) => option === document.activeElement);
  options[(at + by + options.length) % options.length]?.focus();
}

const cellOf = (target: EventTarget | null): Element | undefined =>
  (target instanceof Element && target.closest("[data-row] > [data-column]")) || undefined;

function spotOf(cell: Element): string {
  const { left, top } = cell.getBoundingClientRect();
  return `${Math.round(left)} ${Math.round(top)}`;
}

/** Returns the row and the column of a cell, and where its button goes: at the left of right-aligned numbers. */
function targetOf<Row>(
  cell: Element,
  { kind, rows, columns }: Pick<Props<Row>, "kind" | "rows" | "columns">,
): CellTarget<Row> | undefined {
  const id = cell.parentElement?.getAttribute("data-row");
  const row = rows.find((one) => kind.idOf(one) === id);
  const column = columns.find(({ name }) => name === cell.getAttribute("data-column"));
  if (!row || !column) return undefined;
  const clauses = column.clauses?.(row) ?? [];
  const { left, right, top, bottom } = cell.getBoundingClientRect();
  const middle = (top + bottom) / 2;
  return {
    row,
    cell,
    spot: spotOf(cell),
    title: column.title,
    clauses,
    text: column.text?.(row) ?? clauses[0]?.value ?? (cell.textContent ?? "").trim(),
    box: { left: cell.classList.contains("right") ? left : right - buttonPx, top: middle - buttonPx / 2 },
    toTheRight: right > innerWidth / 2,
    up: middle > innerHeight / 2,
  };
}
