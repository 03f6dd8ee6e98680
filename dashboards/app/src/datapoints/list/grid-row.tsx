import { useQuery } from "@tanstack/react-query";
import { memo } from "react";
import { datapointQuery } from "../../platform/api/queries.ts";
import type { DatapointRow, Verdict } from "../../platform/api/types.ts";
import { VerdictBadge } from "../../platform/ui/badges.tsx";
import { TextLink } from "../../platform/ui/button.tsx";
import { countOf } from "../../platform/ui/format.tsx";
import { RowTick, type Selection } from "../../platform/ui/selection.tsx";
import { useZone } from "../../platform/ui/time/zone.ts";
import type { Column } from "./columns.tsx";

interface Props {
  readonly row: DatapointRow;
  readonly index: number;
  readonly columns: readonly Column[];
  readonly tracks: string;
  /** In pixels: offset from the top of the list, height when unfolded, and height of the first line. */
  readonly start: number;
  readonly size: number;
  readonly height: number;
  readonly isRoomy: boolean;
  readonly isUnfolded: boolean;
  readonly at: number | undefined;
  readonly selection: Selection;
}

/** Memoized: a key press that moves the current row draws two rows, not all. The list handles clicks. */
export const GridRow = memo(function GridRow(props: Props) {
  const { row, index, columns, tracks, start, size, height, isRoomy, isUnfolded, at, selection } = props;
  useZone();
  return (
    <div
      className="gr row"
      role="row"
      tabIndex={-1}
      data-row={row.id}
      aria-rowindex={index + 2}
      aria-selected={at !== undefined}
      style={{
        gridTemplateColumns: tracks,
        gridTemplateRows: `${height}px`,
        height: size,
        transform: `translateY(${start}px)`,
      }}
    >
      <span role="gridcell">
        <RowTick id={row.id} name={`the ${row.operation} at row ${index + 1}`} selection={selection} />
      </span>
      {columns.map((column, cellIndex) => (
        <span
          key={column.name}
          role="gridcell"
          data-column={column.name}
          className={`${column.isNumber ? "num right" : ""}${cellIndex === at ? " at" : ""}`}
        >
          {cellIndex === 0 ? (
            <TextLink
              text={column.cell(row, isRoomy)}
              to="/datapoints/$id"
              params={{ id: row.id }}
              tabIndex={-1}
              preload={false}
            />
          ) : (
            column.cell(row, isRoomy)
          )}
        </span>
      ))}
      {isUnfolded && <Inline row={row} />}
    </div>
  );
});

/** Height in pixels below the row; all unfolded rows have the same height. */
export const inlinePx = 150;
const checksAtMost = 4;

const Inline = ({ row }: { row: DatapointRow }) => (
  <span role="gridcell" className="inline">
    <span>
      <b className="small muted">Input</b>
      <span className="told" dir="auto">
        {row.inputPreview || "–"}
      </span>
    </span>
    <span>
      <b className="small muted">{row.errorMessage === undefined ? "Output" : "Error"}</b>
      <span className="told" dir="auto">
        {(row.errorMessage ?? row.outputPreview) || "–"}
      </span>
    </span>
    <Checks id={row.id} />
  </span>
);

const order: readonly Verdict["state"][] = ["failed", "broken", "queued", "running", "passed", "skipped"];

function Checks({ id }: { id: string }) {
  const { data, error } = useQuery(datapointQuery(id));
  const verdicts = (data?.verdicts ?? []).toSorted(
    (one, other) => order.indexOf(one.state) - order.indexOf(other.state),
  );
  return (
    <span className="verdicts" aria-busy={!data && !error}>
      <b className="small muted">Checks</b>
      {error && <span className="mistake">{error.message}</span>}
      {data && verdicts.length === 0 && <span className="muted">none</span>}
      {verdicts.slice(0, checksAtMost).map(({ check, state, version, reason, explanation }) => (
        <span key={`${check} ${version}`} className="cut" title={reason ?? explanation}>
          <VerdictBadge state={state} /> <code>{check}</code>
        </span>
      ))}
      {verdicts.length > checksAtMost && (
        <span className="muted small">and {countOf(verdicts.length - checksAtMost, "other")}</span>
      )}
    </span>
  );
}
