import type { ReactNode } from "react";
import { Button } from "../../platform/ui/button.tsx";
import { costText, countText, durationText } from "../../platform/ui/format.tsx";
import { isTogether } from "./folding.ts";
import type { Zoom } from "./trace-request.ts";
import type { TreeRow } from "./use-tree.ts";

interface Props {
  /** Absent while its window is loading. */
  readonly row: TreeRow | undefined;
  readonly top: number;
  readonly zoom: Zoom;
  readonly isCurrent: boolean;
  readonly isFolded: boolean;
  /** In a list: neither indented nor folded. */
  readonly isFlat?: boolean;
  readonly onChoose: () => void;
  readonly onFold: () => void;
}

const indentPx = 14;
const indentsAtMost = 24;

export function SpanRow({ row, top, zoom, isCurrent, isFolded, isFlat = false, onChoose, onFold }: Props) {
  const style = { transform: `translateY(${top}px)` };
  if (!row) {
    return (
      <div className="tree" style={style} role="treeitem" aria-selected="false" aria-busy="true">
        <span className="skeleton pulse" />
      </div>
    );
  }
  const { depth, descendants, alike } = row;
  const mayFold = !isFlat && (descendants > 0 || alike !== undefined);
  const isShut = isFolded || isTogether(row);
  const { isFailed, tookMs } = summaryOf(row);
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the page has the keys, a row only clicks
    <div
      className={isCurrent ? "tree current" : "tree"}
      style={style}
      role="treeitem"
      aria-level={isFlat ? 1 : depth + 1}
      aria-selected={isCurrent}
      {...(mayFold ? { "aria-expanded": !isShut } : {})}
      tabIndex={-1}
      onClick={onChoose}
    >
      <span className="line cut name" style={{ paddingLeft: isFlat ? 0 : Math.min(depth, indentsAtMost) * indentPx }}>
        {mayFold ? (
          <Button
            text={isShut ? "▸" : "▾"}
            className="quiet fold"
            tabIndex={-1}
            aria-label={isShut ? "Unfold" : "Fold"}
            onClick={(event) => {
              event.stopPropagation();
              onFold();
            }}
          />
        ) : (
          <span className="fold" />
        )}
        {isFailed && <span className="st fail">✕</span>}
        <Named row={row} isFolded={isFolded && !isFlat} />
      </span>
      <Track row={row} tookMs={tookMs} isFailed={isFailed} zoom={zoom} />
      <span className="num right muted">{durationText(tookMs)}</span>
    </div>
  );
}

function summaryOf({ startMs, durationMs, status, alike }: TreeRow) {
  if (!alike || alike.isUnfolded) return { isFailed: status === "error", tookMs: durationMs };
  return { isFailed: alike.failed > 0, tookMs: alike.endMs - startMs };
}

function Named({ row, isFolded }: { row: TreeRow; isFolded: boolean }) {
  const { name, descendants, datapointId, isOrphan, alike } = row;
  return (
    <>
      {alike &&
        (isTogether(row) ? <span>×{countText(alike.count)}</span> : <Detail>1 of {countText(alike.count)}</Detail>)}
      <span className="cut" title={name}>
        {name}
      </span>
      {alike && isTogether(row) && (
        <>
          <span className="chip">p95 {durationText(alike.p95Ms)}</span>
          {alike.failed > 0 && <span className="chip fail">{countText(alike.failed)} failed</span>}
        </>
      )}
      {isFolded && !isTogether(row) && <span className="chip">{countText(descendants)} more</span>}
      {isOrphan && <span className="chip warn">parent not received</span>}
      {datapointId !== undefined && <span className="chip info">{row.model ?? "call"}</span>}
      {row.outputTokens !== undefined && (
        <Detail>
          {countText(row.inputTokens ?? 0)} → {countText(row.outputTokens)}
        </Detail>
      )}
      {row.costUsd !== undefined && <Detail>{costText(row.costUsd)}</Detail>}
    </>
  );
}

const Detail = ({ children }: { children: ReactNode }) => <span className="muted small num">{children}</span>;

interface TrackProps {
  readonly row: TreeRow;
  readonly tookMs: number;
  readonly isFailed: boolean;
  readonly zoom: Zoom;
}

function Track({ row: { startMs, datapointId }, tookMs, isFailed, zoom }: TrackProps) {
  const width = zoom.to - zoom.from;
  const left = ((startMs - zoom.from) / width) * 100;
  const right = left + (tookMs / width) * 100;
  return (
    <span className="track" aria-hidden="true">
      {right >= 0 && left <= 100 && (
        <i
          className={isFailed ? "error" : datapointId === undefined ? "" : "call"}
          style={{ left: `${Math.max(0, left)}%`, width: `${Math.min(100, right) - Math.max(0, left)}%` }}
        />
      )}
    </span>
  );
}
