import { Link } from "@tanstack/react-router";
import { type KeyboardEvent, type RefObject, useEffect, useImperativeHandle, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { linkTo } from "../address/link.ts";
import type { DatapointRow } from "../api/types.ts";
import { Keys } from "../keys/keys-text.tsx";
import type { KnownKeys } from "../keys/known.ts";
import { Popover } from "../ui/popover.tsx";
import { type CellActions, clauseOf } from "./cell-actions.ts";
import type { Column } from "./columns.tsx";

interface Props {
  readonly grid: RefObject<HTMLElement | null>;
  readonly rows: readonly DatapointRow[];
  readonly shown: readonly Column[];
  readonly actions: CellActions;
  readonly opener: RefObject<CellMenuOpener | null>;
}

export interface CellMenuOpener {
  /** At the current cell, for whoever has no mouse. */
  open(): void;
}

interface Place {
  readonly row: DatapointRow;
  readonly column: Column;
  readonly text: string;
  readonly box: { readonly left: number; readonly top: number };
  readonly toTheRight: boolean;
  readonly up: boolean;
}

const buttonPx = 24;

/**
 * A small button on the cell that the pointer rests on, and the same menu by a right click. It stands above the grid, not in it: a
 * grid holds rows alone. Links keep the browser's own menu.
 */
export function CellMenu({ grid, rows, shown, actions, opener }: Props) {
  const [at, setAt] = useState<Place>();
  const menu = useRef<HTMLDivElement>(null);
  const latest = useRef({ rows, shown });
  latest.current = { rows, shown };
  const button = () => menu.current?.querySelector("button");
  const openAt = (cell: Element) => {
    flushSync(() => setAt(placeOf(cell, latest.current)));
    flushSync(() => button()?.click());
    menu.current?.querySelector<HTMLElement>(".option")?.focus();
  };
  useImperativeHandle(opener, () => ({
    open() {
      const cell = grid.current?.querySelector(".row > .at");
      if (cell) openAt(cell);
    },
  }));
  useEffect(() => {
    const element = grid.current;
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
    element.addEventListener("scroll", () => setAt(undefined), { signal, passive: true });
    element.addEventListener(
      "contextmenu",
      (event) => {
        const cell = cellOf(event.target);
        if (!cell || (event.target as Element).closest("a") || getSelection()?.toString()) return;
        event.preventDefault();
        openAt(cell);
      },
      { signal },
    );
    return () => heard.abort();
    // oxlint-disable-next-line react/exhaustive-deps -- what is heard reads the newest rows by itself
  }, [grid]);
  if (!at) return null;
  const { row, column, text, box, toTheRight, up } = at;
  const clause = clauseOf(row, column);
  function leave() {
    setAt(undefined);
    grid.current?.focus();
  }
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
      onKeyDownCapture={(event) => {
        if (event.key !== "Escape") return walk(event);
        event.preventDefault();
        event.stopPropagation();
        leave();
      }}
      onPointerLeave={({ relatedTarget }) => {
        if (button()?.getAttribute("aria-expanded") !== "true" && !grid.current?.contains(relatedTarget as Node | null))
          setAt(undefined);
      }}
    >
      <Popover label="⋯" name="Cell menu" className="icon" align={toTheRight ? "end" : "start"} up={up}>
        {() => (
          <>
            {clause && (
              <>
                <Option
                  does="Only"
                  what={clause.value}
                  keys="f"
                  onDo={() => done(() => actions.filter(row, column, "toggled"))}
                />
                <Option
                  does="Without"
                  what={clause.value}
                  keys="Shift+F"
                  onDo={() => done(() => actions.filter(row, column, "excluding"))}
                />
              </>
            )}
            <Option does="Copy" what={text} onDo={() => done(() => actions.copy(text, column.title))} />
            <Option does="Copy id" keys="y" onDo={() => done(() => actions.copy(row.id, "Id"))} />
            <Option
              does="Copy link"
              keys="Shift+Y"
              onDo={() => done(() => actions.copy(linkTo("datapoints", row.id), "Link"))}
            />
            <Option does="Show it whole here" keys="e" onDo={() => done(() => actions.unfold(row.id))} />
            <Link className="option" to="/datapoints/$id" params={{ id: row.id }} preload={false}>
              <span className="grow">Open</span>
              <Keys keys="Enter" />
            </Link>
          </>
        )}
      </Popover>
    </div>
  );
}

interface OptionProps {
  readonly does: string;
  readonly what?: string;
  readonly keys?: KnownKeys;
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
  (target instanceof Element && target.closest(".row > [role=gridcell]:not(:first-child, .inline)")) || undefined;

/** The row and the column that a drawn cell stands for, and where a button upon it has room: numbers stand at the right of theirs. */
function placeOf(cell: Element, { rows, shown }: Pick<Props, "rows" | "shown">): Place | undefined {
  const line = cell.parentElement;
  const row = rows[Number(line?.getAttribute("aria-rowindex")) - 2];
  const column = shown[[...(line?.children ?? [])].indexOf(cell) - 1];
  if (!row || !column) return undefined;
  const { left, right, top, bottom } = cell.getBoundingClientRect();
  const middle = (top + bottom) / 2;
  return {
    row,
    column,
    text: clauseOf(row, column)?.value ?? (cell.textContent ?? "").trim(),
    box: { left: column.isNumber ? left : right - buttonPx, top: middle - buttonPx / 2 },
    toTheRight: right > innerWidth / 2,
    up: middle > innerHeight / 2,
  };
}
