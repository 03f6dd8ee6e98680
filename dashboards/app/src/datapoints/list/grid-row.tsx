import { Link } from "@tanstack/react-router";
import { memo } from "react";
import type { DatapointRow } from "../../platform/api/types.ts";
import { RowTick } from "../../platform/ui/row-tick.tsx";
import type { Selection } from "../../platform/ui/selection.ts";
import { useZone } from "../../platform/ui/time/zone.ts";
import type { Column } from "./columns.tsx";
import { Inline } from "./inline.tsx";

interface Props {
  readonly row: DatapointRow;
  readonly index: number;
  readonly columns: readonly Column[];
  /** CSS grid tracks. */
  readonly tracks: string;
  /** In pixels: offset from the top of the list, height when unfolded, and height of the first line. */
  readonly start: number;
  readonly size: number;
  readonly height: number;
  readonly isRoomy: boolean;
  readonly isUnfolded: boolean;
  /** Column of the current cell; undefined if another row is current. */
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
            <Link to="/datapoints/$id" params={{ id: row.id }} tabIndex={-1} preload={false}>
              {column.cell(row, isRoomy)}
            </Link>
          ) : (
            column.cell(row, isRoomy)
          )}
        </span>
      ))}
      {isUnfolded && <Inline row={row} />}
    </div>
  );
});
