import { Link } from "@tanstack/react-router";
import { useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useRef } from "react";
import type { DatapointRow } from "../api/types.ts";
import { costText, durationText } from "../ui/format.ts";
import { CallMark } from "../ui/marks.tsx";
import { Time } from "../ui/time.tsx";

interface Props {
  readonly rows: readonly DatapointRow[];
  readonly current: string | undefined;
  readonly peeking: boolean;
  readonly dimmed: boolean;
  readonly onChoose: (id: string) => void;
  readonly onEnd: () => void;
}

const rowHeight = 38;

/** Rows of a fixed height, of which those in view are drawn. With the preview open the narrow columns go first. */
export function DatapointRows({ rows, current, peeking, dimmed, onChoose, onEnd }: Props) {
  const scroll = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => rowHeight,
    overscan: 12,
  });
  const visible = virtual.getVirtualItems();
  const last = visible.at(-1)?.index ?? 0;
  useEffect(() => {
    if (last >= rows.length - 10) onEnd();
  });
  const at = rows.findIndex(({ id }) => id === current);
  useEffect(() => {
    if (at >= 0) virtual.scrollToIndex(at);
  }, [at, virtual]);
  const columns = `datapoint-cols${peeking ? " peeking" : ""}`;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolled region must be reachable by keyboard
    <div
      ref={scroll}
      className="grid"
      role="grid"
      aria-label="Datapoints"
      aria-rowcount={rows.length + 1}
      tabIndex={0}
      style={{ opacity: dimmed ? 0.6 : 1 }}
    >
      <div role="rowgroup">
        <div className={`gr head ${columns}`} role="row" aria-rowindex={1}>
          <span role="columnheader">Time</span>
          <span role="columnheader">Status</span>
          <span role="columnheader">Input → output</span>
          {!peeking && <span role="columnheader">Model</span>}
          <span role="columnheader">Checks</span>
          <span role="columnheader" className="right">
            Latency
          </span>
          {!peeking && (
            <>
              <span role="columnheader" className="right">
                Tokens
              </span>
              <span role="columnheader" className="right">
                Cost
              </span>
            </>
          )}
        </div>
      </div>
      <div className="rows" role="rowgroup" style={{ height: virtual.getTotalSize() }}>
        {visible.map(({ index, start }) => {
          const row = rows[index];
          if (!row) return null;
          return (
            // The keys of a row are those of the page: j, k, Space, Enter.
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the grid takes the keys, a row only clicks
            <div
              key={row.id}
              className={`gr row ${columns}`}
              role="row"
              tabIndex={-1}
              aria-rowindex={index + 2}
              aria-selected={row.id === current}
              style={{ transform: `translateY(${start}px)` }}
              onClick={({ target }) => {
                if (!(target instanceof Element && target.closest("a"))) onChoose(row.id);
              }}
            >
              <span role="gridcell" className="mono">
                <Link to="/datapoints/$id" params={{ id: row.id }} tabIndex={-1}>
                  <Time at={row.startedAt} clock />
                </Link>
              </span>
              <span role="gridcell">
                <CallMark row={row} />
              </span>
              <span role="gridcell">{previewOf(row)}</span>
              {!peeking && (
                <span role="gridcell" className="muted">
                  {row.responseModel ?? row.requestModel ?? "–"}
                </span>
              )}
              <span role="gridcell">{checksOf(row)}</span>
              <span role="gridcell" className="num right">
                {durationText(row.durationMs)}
              </span>
              {!peeking && (
                <>
                  <span role="gridcell" className="num right muted">
                    {row.usage.inputTokens ?? "–"} / {row.usage.outputTokens ?? "–"}
                  </span>
                  <span role="gridcell" className="num right muted">
                    {row.costUsd === undefined ? "–" : costText(row.costUsd)}
                  </span>
                </>
              )}
            </div>
          );
        })}
      </div>
    </div>
  );
}

function previewOf({ inputPreview, outputPreview, errorMessage, operation }: DatapointRow) {
  const output = errorMessage ?? outputPreview;
  if (inputPreview === "" && output === "") return <span className="muted">{operation} without content</span>;
  return (
    <>
      <span className="muted">{inputPreview}</span>
      <span aria-hidden="true"> → </span>
      <span>{output}</span>
    </>
  );
}

function checksOf({ verdicts: { passed = 0, failed = 0, broken = 0 } }: DatapointRow) {
  if (passed + failed + broken === 0) return <span className="muted">–</span>;
  return (
    <span className="num line" style={{ flexWrap: "nowrap" }}>
      <span className="muted">{passed} ✓</span>
      {failed > 0 && <span className="st fail">{failed} ✕</span>}
      {broken > 0 && <span className="st warn">{broken} !</span>}
    </span>
  );
}
