import { costText, countText, durationText } from "../ui/format.ts";
import type { TreeRow } from "./use-tree.ts";
import type { Zoom } from "./zoom.ts";

interface Props {
  /** Absent while its window is fetched. */
  readonly row: TreeRow | undefined;
  readonly top: number;
  readonly zoom: Zoom;
  readonly isCurrent: boolean;
  readonly isFolded: boolean;
  readonly onChoose: () => void;
  readonly onFold: () => void;
}

const indentPx = 14;
const indentsAtMost = 24;

export function SpanRow({ row, top, zoom, isCurrent, isFolded, onChoose, onFold }: Props) {
  const style = { transform: `translateY(${top}px)` };
  if (!row) {
    return (
      <div className="tree" style={style} role="treeitem" aria-selected="false" aria-busy="true">
        <span className="skeleton pulse" />
      </div>
    );
  }
  const { name, depth, descendants, status, datapointId, startMs, durationMs, isOrphan } = row;
  const width = zoom.to - zoom.from;
  const left = ((startMs - zoom.from) / width) * 100;
  const right = left + (durationMs / width) * 100;
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the page has the keys, a row only clicks
    <div
      className={isCurrent ? "tree current" : "tree"}
      style={style}
      role="treeitem"
      aria-level={depth + 1}
      aria-selected={isCurrent}
      {...(descendants > 0 ? { "aria-expanded": !isFolded } : {})}
      tabIndex={-1}
      onClick={onChoose}
    >
      <span className="line cut name" style={{ paddingLeft: Math.min(depth, indentsAtMost) * indentPx }}>
        {descendants > 0 ? (
          <button
            type="button"
            className="quiet fold"
            tabIndex={-1}
            aria-label={isFolded ? "Unfold" : "Fold"}
            onClick={(event) => {
              event.stopPropagation();
              onFold();
            }}
          >
            {isFolded ? "▸" : "▾"}
          </button>
        ) : (
          <span className="fold" />
        )}
        {status === "error" && <span className="st fail">✕</span>}
        <span className="cut" title={name}>
          {name}
        </span>
        {isFolded && <span className="chip">{countText(descendants)} more</span>}
        {isOrphan && <span className="chip warn">parent not received</span>}
        {datapointId !== undefined && <span className="chip info">{row.model ?? "call"}</span>}
        {row.outputTokens !== undefined && (
          <span className="muted small num">
            {countText(row.inputTokens ?? 0)} → {countText(row.outputTokens)}
          </span>
        )}
        {row.costUsd !== undefined && <span className="muted small num">{costText(row.costUsd)}</span>}
      </span>
      <span className="track" aria-hidden="true">
        {right >= 0 && left <= 100 && (
          <i
            className={status === "error" ? "error" : datapointId === undefined ? "" : "call"}
            style={{ left: `${Math.max(0, left)}%`, width: `${Math.min(100, right) - Math.max(0, left)}%` }}
          />
        )}
      </span>
      <span className="num right muted">{durationText(durationMs)}</span>
    </div>
  );
}
