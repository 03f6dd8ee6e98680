import { Link } from "@tanstack/react-router";
import { Fragment, type KeyboardEvent, type RefObject, useEffect, useImperativeHandle, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { linkTo } from "../address/link.ts";
import { Keys } from "../keyboard/keys-text.tsx";
import type { KnownKeys } from "../keyboard/known.ts";
import { Popover } from "../ui/overlays/popover.tsx";
import { type ListClause, type ListColumn, nameOf, pathTo, type RowKind } from "./column.ts";
import type { CellActions } from "./use-cell-actions.ts";

interface Props<Row> {
  readonly kind: RowKind<Row>;
  /** In which rows are marked by `data-row`, their id, and cells by `data-column`. */
  readonly area: RefObject<HTMLElement | null>;
  readonly rows: readonly Row[];
  readonly columns: readonly ListColumn<Row>[];
  readonly actions: CellActions;
  readonly opener: RefObject<CellMenuOpener | null>;
  /** Its keys are told beside what it offers. */
  readonly hasKeys?: boolean;
}

export interface CellMenuOpener {
  /** At the current cell, for whoever has no mouse. */
  open(): void;
}

interface Place<Row> {
  readonly row: Row;
  readonly cell: Element;
  /** Where the cell was drawn. */
  readonly spot: string;
  readonly title: string;
  readonly clauses: readonly ListClause[];
  readonly text: string;
  readonly box: { readonly left: number; readonly top: number };
  readonly toTheRight: boolean;
  readonly up: boolean;
}

const buttonPx = 24;
/** Of a cell with many values the others are filtered by elsewhere. */
const valuesAtMost = 4;

/**
 * A small button on the cell that the pointer rests on, and the same menu by a right click. It stands above the rows, not in them: a
 * grid holds rows alone. Links keep the browser's own menu.
 */
export function CellMenu<Row>({ kind, area, rows, columns, actions, opener, hasKeys = true }: Props<Row>) {
  const [at, setAt] = useState<Place<Row>>();
  const menu = useRef<HTMLDivElement>(null);
  const latest = useRef({ kind, rows, columns });
  latest.current = { kind, rows, columns };
  const button = () => menu.current?.querySelector("button");
  const openAt = (cell: Element) => {
    flushSync(() => setAt(placeOf(cell, latest.current)));
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
        setAt(cell && placeOf(cell, latest.current));
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
    // Whatever scrolls: the rows, or the page that they stand in. A cell that stayed where it is keeps its menu.
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
    // oxlint-disable-next-line react/exhaustive-deps -- what is heard reads the newest rows by itself
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
  const told = (keys: KnownKeys) => (hasKeys ? keys : undefined);
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
            {clauses.slice(0, valuesAtMost).map((clause, place) => (
              <Fragment key={clause.value}>
                <Option
                  does="Only"
                  what={nameOf(clause)}
                  keys={place === 0 ? told("f") : undefined}
                  onDo={() => done(() => actions.filter(clause, "toggled"))}
                />
                <Option
                  does="Without"
                  what={nameOf(clause)}
                  keys={place === 0 ? told("Shift+F") : undefined}
                  onDo={() => done(() => actions.filter(clause, "excluding"))}
                />
              </Fragment>
            ))}
            {text !== "" && <Option does="Copy" what={text} onDo={() => done(() => actions.copy(text, title))} />}
            <Option does="Copy id" keys={told("y")} onDo={() => done(() => actions.copy(id, "Id"))} />
            {page && (
              <Option
                does="Copy link"
                keys={told("Shift+Y")}
                onDo={() => done(() => actions.copy(linkTo(page.page, page.key), "Link"))}
              />
            )}
            {unfold && (
              <Option
                does={actions.unfolded.has(id) ? "Fold it again" : "Show it whole here"}
                keys={told("e")}
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

function Option({ does, what, keys, onDo }: OptionProps) {
  return (
    <button type="button" className="option" onClick={onDo}>
      <span className="grow cut">
        {does} {what !== undefined && <b dir="auto">{what}</b>}
      </span>
      {keys !== undefined && <Keys keys={keys} />}
    </button>
  );
}

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

/** The row and the column that a drawn cell stands for, and where a button upon it has room: numbers stand at the right of theirs. */
function placeOf<Row>(
  cell: Element,
  { kind, rows, columns }: Pick<Props<Row>, "kind" | "rows" | "columns">,
): Place<Row> | undefined {
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
