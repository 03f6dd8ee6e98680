import type { ReactNode } from "react";
import type { DatapointRow } from "../../platform/api/types.ts";
import { is, type ListColumn, type RowKind } from "../../platform/list/column.ts";
import { CallBadge, RunChip } from "../../platform/ui/badges.tsx";
import { costText, countText, durationText, Time } from "../../platform/ui/format.tsx";
import { Icon } from "../../platform/ui/icon.tsx";

export const datapoints: RowKind<DatapointRow> = {
  idOf: ({ id }) => id,
  pageOf: ({ id }) => ({ page: "datapoints", key: id }),
};

export interface Column extends ListColumn<DatapointRow> {
  readonly track: string;
  readonly minPx: number;
  /** Columns with a lower rank are hidden last. */
  readonly rank: number;
  readonly isNumber?: true;
  /** Stays visible at the left edge at any width. */
  readonly isPinned?: true;
  readonly order?: "newest" | "slowest" | "costliest" | "longest";
  readonly cell: (row: DatapointRow, roomy: boolean) => ReactNode;
}

const fixed = (px: number) => ({ track: `${px}px`, minPx: px });
const dash = <span className="muted">–</span>;
const text = (value: string | undefined) => (value === undefined ? dash : <span className="muted">{value}</span>);

export const columns: readonly Column[] = [
  column("time", "Time", (row) => <FiledTime row={row} />, { px: 104, rank: 0, order: "newest" }),
  column("status", "Status", (row) => <CallBadge row={row} />, {
    px: 70,
    rank: 1,
    clauses: ({ errorType }) => is("status", errorType === undefined ? "ok" : "error"),
  }),
  column("text", "Input → output", (row, roomy) => <Preview row={row} roomy={roomy} />, {
    px: 320,
    rank: 2,
    track: "minmax(320px, 1fr)",
  }),
  column("checks", "Checks", (row) => <Checks row={row} />, { px: 74, rank: 3 }),
  column("latency", "Latency", ({ durationMs }) => durationText(durationMs), {
    px: 66,
    rank: 4,
    isNumber: true,
    order: "slowest",
  }),
  column("model", "Model", (row) => text(modelOf(row)), {
    px: 124,
    rank: 5,
    clauses: (row) => is("model", modelOf(row)),
  }),
  column(
    "tokens",
    "Tokens",
    ({ usage }) => text(`${tokensText(usage.inputTokens)} / ${tokensText(usage.outputTokens)}`),
    {
      px: 88,
      rank: 6,
      isNumber: true,
      order: "longest",
    },
  ),
  column("cost", "Cost", ({ costUsd }) => text(costUsd === undefined ? undefined : costText(costUsd)), {
    px: 68,
    rank: 7,
    isNumber: true,
    order: "costliest",
  }),
  column("ttft", "First token", ({ timeToFirstTokenMs: ms }) => (ms === undefined ? dash : durationText(ms)), {
    px: 86,
    rank: 8,
    isNumber: true,
  }),
  simple("op", "Operation", 86, (row) => row.operation),
  simple("provider", "Provider", 100, (row) => row.provider),
  simple("env", "Environment", 100, (row) => row.environment),
  simple("service", "Service", 110, (row) => row.service),
  simple("release", "Release", 80, (row) => row.release),
  simple("session", "Session", 120, (row) => row.sessionId),
  simple("user", "User", 110, (row) => row.userId),
  simple("finish", "Finish", 96, (row) => row.finishReasons[0]),
  {
    ...simple("tag", "Tags", 120, ({ tags }) => tags.join(", ") || undefined),
    clauses: ({ tags }) => is("tag", ...tags),
  },
  simple("source", "Source", 70, (row) => row.source),
];

export const usualColumns = ["time", "status", "text", "checks", "latency", "model", "tokens", "cost"];

const modelOf = ({ responseModel, requestModel }: DatapointRow) => responseModel ?? requestModel;
const tokensText = (count: number | undefined) => (count === undefined ? "–" : countText(count));

type Layout = Partial<Column> & { readonly px: number; readonly rank: number };

function column(name: string, title: string, cell: Column["cell"], { px, ...more }: Layout): Column {
  return { name, title, cell, ...fixed(px), ...more };
}

function simple(name: string, title: string, px: number, value: (row: DatapointRow) => string | undefined): Column {
  const cell = (row: DatapointRow) => text(value(row));
  return { name, title, ...fixed(px), rank: 9, cell, clauses: (row) => is(name, value(row)) };
}

/**
 * Returns the columns of an address, in its order (`user!` is pinned, and comes before those that are not);
 * the default columns if it names none that exist.
 */
export function columnsOf(cols: string | undefined): readonly Column[] {
  const find = (names: readonly string[]) =>
    names.flatMap(named).toSorted((one, other) => +!one.isPinned - +!other.isPinned);
  const chosen = find(cols?.split(",") ?? []);
  return chosen.length === 0 ? find(usualColumns) : chosen;
}

function named(text: string): readonly Column[] {
  const [name, pin] = text.split("!");
  const known = columns.filter((one) => one.name === name);
  return pin === undefined ? known : known.map((column) => ({ ...column, rank: -1, isPinned: true }));
}

export const addressName = ({ name, isPinned }: Pick<Column, "name" | "isPinned">): string =>
  isPinned ? `${name}!` : name;

/** Applies the widths that the user set; the text column takes the rest. */
export const sized = (chosen: readonly Column[], sizes: Readonly<Record<string, number>>): readonly Column[] =>
  chosen.map((column) => {
    const px = sizes[widthName(column.name)];
    return px === undefined || !isSizable(column) ? column : { ...column, ...fixed(px) };
  });

export const widthName = (column: string): string => `column.${column}`;
export const isSizable = ({ name }: Column): boolean => name !== "text";
export const leastColumnPx = 48;
export const mostColumnPx = 480;

const gapPx = 12;

/** Returns the columns that fit: the least important ones are hidden first, and the text keeps its minimum width. */
export function fitting(chosen: readonly Column[], widthPx: number): readonly Column[] {
  const shown = [...chosen];
  // Padding at both sides, and the row's checkbox.
  const needed = () => shown.reduce((sum, { minPx }) => sum + minPx + gapPx, 40 + 16);
  while (shown.length > 3 && needed() > widthPx) {
    const last = shown.reduce((least, one) => (one.rank >= least.rank ? one : least));
    shown.splice(shown.indexOf(last), 1);
  }
  return needed() > widthPx ? shown.map(narrowed) : shown;
}

/** On a small screen with an open preview, even three columns leave the text too narrow. */
const narrowed = (column: Column): Column =>
  column.name === "text" ? { ...column, track: "minmax(140px, 1fr)", minPx: 140 } : column;

/** Lists are ordered by partition time; a different time on the client's clock is shown as well. */
function FiledTime({ row: { partitionTime, startedAt } }: { row: DatapointRow }) {
  const isSkewed = Math.abs(Date.parse(partitionTime) - Date.parse(startedAt)) > 1000;
  return (
    <span
      className="mono"
      title={isSkewed ? `Listed by arrival time; the client's clock shows ${startedAt}` : undefined}
    >
      <Time at={partitionTime} clock />
      {isSkewed && (
        <span className="st warn skewed">
          <Icon name="clock" />
        </span>
      )}
    </span>
  );
}

function Preview({
  row: { inputPreview, outputPreview, errorMessage, operation, source, media = [] },
  roomy,
}: {
  row: DatapointRow;
  roomy: boolean;
}) {
  const output = errorMessage ?? outputPreview;
  const chips = Map.groupBy(media, (kind) => kind);
  const shown = [
    ...(source === "run" ? [<RunChip key="run" />] : []),
    ...Array.from(chips, ([kind, { length }]) => (
      <span key={kind} className="chip">
        {kind}
        {length > 1 && ` ×${length}`}
      </span>
    )),
  ];
  if (inputPreview === "" && output === "" && media.length === 0)
    return (
      <span className="muted">
        {shown} {operation} without content
      </span>
    );
  if (roomy) {
    return (
      <span className="two-lines">
        <span className="muted cut" dir="auto">
          {shown} {inputPreview || "–"}
        </span>
        <span className="cut" dir="auto">
          {output || "–"}
        </span>
      </span>
    );
  }
  return (
    <span className="preview cut" dir="auto">
      {/* No bdi: the input sets the direction of the whole text, or the beginning of an Arabic one would be cut. */}
      {shown} <span className="muted">{inputPreview.slice(0, 160)}</span>
      <span aria-hidden="true"> → </span>
      <bdi>{output}</bdi>
    </span>
  );
}

function Checks({ row: { verdicts } }: { row: DatapointRow }) {
  const { passed = 0, failed = 0, broken = 0, queued = 0, running = 0 } = verdicts;
  const waiting = queued + running;
  if (passed + failed + broken + waiting === 0) return dash;
  return (
    <span className="num line checks">
      {passed > 0 && <span className="muted">{passed} ✓</span>}
      {failed > 0 && <span className="st fail">{failed} ✕</span>}
      {broken > 0 && <span className="st warn">{broken} !</span>}
      {waiting > 0 && <span className="muted">{waiting} …</span>}
    </span>
  );
}
