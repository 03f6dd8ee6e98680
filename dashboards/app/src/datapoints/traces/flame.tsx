import { type RefObject, useEffect, useRef } from "react";
import { durationText } from "../../platform/ui/format.tsx";
import { lanesOf } from "./lanes.ts";
import type { Zoom } from "./trace-request.ts";
import type { TreeRow } from "./use-tree.ts";

interface Props {
  /** The longest spans by row index, longest first. */
  readonly rows: ReadonlyMap<number, TreeRow>;
  readonly isWhole: boolean;
  readonly zoom: Zoom;
  readonly at: number | undefined;
  readonly onChoose: (rowIndex: number) => void;
  readonly area: RefObject<HTMLDivElement | null>;
}

const lanePx = 24;
/** Minimum width, in percent, of a bar with a name. */
const namedFrom = 2;

/** Shows the longest spans over time with their children below them: where the time went. */
export function Flame({ rows, isWhole, zoom, at, onChoose, area }: Props) {
  const bars = [...rows];
  const { lanes, count } = lanesOf(bars.map(([, row]) => row));
  const current = useRef<HTMLDivElement>(null);
  useEffect(() => {
    current.current?.scrollIntoView({ block: "nearest" });
  }, [at]);
  const width = zoom.to - zoom.from;
  const shareOf = (ms: number) => Math.max(0, Math.min(100, ((ms - zoom.from) / width) * 100));
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolled region must be reachable by keyboard
    <div ref={area} className="waterfall flame" role="tree" aria-label="Spans" aria-busy={!isWhole} tabIndex={0}>
      <div className="rows" role="presentation" style={{ height: count * lanePx }}>
        {bars.map(([rowIndex, row], index) => {
          const { spanId, name, startMs, durationMs, status, datapointId } = row;
          const end = startMs + durationMs;
          if (end < zoom.from || startMs > zoom.to) return null;
          const lane = lanes[index] ?? 0;
          const share = shareOf(end) - shareOf(startMs);
          const tone = status === "error" ? "error" : datapointId === undefined ? "" : "call";
          return (
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the page has the keys, a bar only clicks
            <div
              key={spanId}
              ref={rowIndex === at ? current : null}
              className={`flame-bar ${tone}`}
              role="treeitem"
              aria-level={lane + 1}
              aria-selected={rowIndex === at}
              aria-label={`${status === "error" ? "failed: " : ""}${name}, ${durationText(durationMs)}`}
              title={`${name}, ${durationText(durationMs)}`}
              tabIndex={-1}
              style={{
                top: lane * lanePx,
                left: `${shareOf(startMs)}%`,
                width: `${share}%`,
              }}
              onClick={() => onChoose(rowIndex)}
            >
              {status === "error" && "✕ "}
              {share >= namedFrom && (
                <>
                  {name} <span className="num">{durationText(durationMs)}</span>
                </>
              )}
            </div>
          );
        })}
      </div>
    </div>
  );
}
