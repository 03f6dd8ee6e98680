import { useVirtualizer } from "@tanstack/react-virtual";
import { useMemo, useRef, useState } from "react";
import { Button } from "../../platform/ui/button.tsx";
import { CopyButton } from "../../platform/ui/copy-button.tsx";
import { bytesText } from "../../platform/ui/format.tsx";
import { TruncationNote } from "./cuts.tsx";

interface Props {
  readonly value: unknown;
  /** RFC 6901 pointer into the datapoint, to fetch truncated values. */
  readonly pointer?: string;
}

/** Shows any value: a short one as JSON text, a longer one as a tree that reads only what is unfolded. */
export function JsonView({ value, pointer }: Props) {
  const shown = typeof value === "string" ? unwrapped(value) : value;
  return (
    <div>
      {typeof shown === "object" && shown !== null ? <JsonTree value={shown} /> : <Leaf text={leafText(shown)} />}
      {pointer !== undefined && (
        <TruncationNote pointer={pointer} shown={typeof value === "string" ? value : undefined} />
      )}
    </div>
  );
}

const leafText = (value: unknown) => (typeof value === "string" ? value : (JSON.stringify(value) ?? "–"));
const shownCharacters = 8000;

function Leaf({ text }: { text: string }) {
  const [all, setAll] = useState(text.length <= shownCharacters);
  return (
    <>
      <pre>{all ? text : text.slice(0, shownCharacters)}</pre>
      {!all && <Button text={`Show all ${bytesText(text.length)}`} className="link" onClick={() => setAll(true)} />}
    </>
  );
}

const rowPx = 24;
/** Longer trees scroll in a separate region and draw only the rows in view. */
const drawnRows = 200;

function JsonTree({ value }: { value: object }) {
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set());
  const [chosen, setChosen] = useState<JsonRow>();
  const rows = useMemo(() => jsonRows(value, toggled, 2), [value, toggled]);
  const scroll = useRef<HTMLDivElement>(null);
  const isLong = rows.length > drawnRows;
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => rowPx,
    overscan: 20,
    enabled: isLong,
  });
  function toggle({ path }: JsonRow) {
    setToggled((before) => {
      const after = new Set(before);
      if (!after.delete(path)) after.add(path);
      return after;
    });
  }
  const drawn = (row: JsonRow | undefined, start?: number) =>
    row && (
      <div
        key={row.path}
        className="json-row"
        style={{ paddingLeft: row.depth * 14, ...(start === undefined ? {} : { transform: `translateY(${start}px)` }) }}
      >
        <JsonLine row={row} isChosen={row.path === chosen?.path} onToggle={toggle} onChoose={setChosen} />
      </div>
    );
  return (
    <>
      <div
        ref={scroll}
        className={isLong ? "json long" : "json"}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolled region must be reachable by keyboard
        {...(isLong ? { tabIndex: 0, role: "region", "aria-label": "JSON" } : {})}
      >
        {isLong ? (
          <div className="json-rows" style={{ height: virtual.getTotalSize() }}>
            {virtual.getVirtualItems().map(({ index, start }) => drawn(rows[index], start))}
          </div>
        ) : (
          rows.map((row) => drawn(row))
        )}
      </div>
      {chosen && <Chosen row={chosen} />}
    </>
  );
}

interface LineProps {
  readonly row: JsonRow;
  readonly isChosen: boolean;
  readonly onToggle: (row: JsonRow) => void;
  readonly onChoose: (row: JsonRow) => void;
}

const previewCharacters = 160;

function JsonLine({ row, isChosen, onToggle, onChoose }: LineProps) {
  const { name, value, entries, isOpen } = row;
  const isList = Array.isArray(value);
  const label = name === undefined ? "" : `${name}: `;
  if (entries !== undefined) {
    return (
      <button
        type="button"
        className="json-fold"
        aria-expanded={isOpen}
        disabled={entries === 0}
        onClick={() => onToggle(row)}
      >
        <span aria-hidden="true">{entries === 0 ? " " : isOpen ? "▾" : "▸"}</span>
        <b>{label}</b>
        <span className="muted">{isList ? `[${entries}]` : `{${entries}}`}</span>
      </button>
    );
  }
  return (
    <button type="button" className={`json-leaf ${typeof value}`} aria-pressed={isChosen} onClick={() => onChoose(row)}>
      <b>{label}</b>
      {typeof value === "string"
        ? `"${value.slice(0, previewCharacters)}${value.length > previewCharacters ? `… ${bytesText(value.length)}` : ""}"`
        : String(value)}
    </button>
  );
}

function Chosen({ row: { path, value } }: { row: JsonRow }) {
  const text = leafText(value);
  return (
    <div className="json-chosen stack">
      <div className="line">
        <code className="grow cut">{path}</code>
        <CopyButton compact label="Copy path" text={path} />
        <CopyButton label="Copy value" text={text} />
      </div>
      <Leaf key={path} text={text} />
    </div>
  );
}

const parsedCharacters = 300_000;

/** Parses a text as JSON; undefined if it isn't JSON or is too long to parse in one step. */
export function parsedJson(text: string): unknown {
  if (text.length > parsedCharacters) return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** Parses strings that hold JSON, as arguments and results often do. */
function unwrapped(text: string): unknown {
  const value = /^\s*[[{]/.test(text) ? parsedJson(text) : undefined;
  return value === undefined ? text : value;
}

export interface JsonRow {
  /** RFC 6901 pointer from the tree's root. */
  readonly path: string;
  readonly depth: number;
  readonly name: string | undefined;
  readonly value: unknown;
  /** Number of entries of a list or an object; undefined for other values. */
  readonly entries: number | undefined;
  readonly isOpen: boolean;
}

/** Values with more entries start folded. */
const openedEntries = 40;

/** Returns the visible lines. Folded values are not traversed, so the cost depends on what is shown. */
function jsonRows(value: unknown, toggled: ReadonlySet<string>, openedDepth: number): readonly JsonRow[] {
  const rows: JsonRow[] = [];
  add(value, "", 0, undefined);
  return rows;

  function add(each: unknown, path: string, depth: number, name: string | undefined): void {
    const list = entriesOf(each);
    const byDefault = depth < openedDepth && (list?.length ?? 0) <= openedEntries;
    const isOpen = list !== undefined && list.length > 0 && byDefault !== toggled.has(path);
    rows.push({ path, depth, name, value: each, entries: list?.length, isOpen });
    if (isOpen) for (const [key, item] of list) add(item, `${path}/${escaped(key)}`, depth + 1, key);
  }
}

function entriesOf(value: unknown): readonly (readonly [string, unknown])[] | undefined {
  return typeof value === "object" && value !== null ? Object.entries(value) : undefined;
}

const escaped = (key: string) => key.replaceAll("~", "~0").replaceAll("/", "~1");
