import { useRef, useState } from "react";
import type { TraceTree } from "../../platform/api/types.ts";
import { Button } from "../../platform/ui/button.tsx";
import { durationText } from "../../platform/ui/format.tsx";
import type { Zoom } from "./trace-request.ts";

interface Props {
  readonly tree: TraceTree;
  readonly zoom: Zoom;
  /** Without arguments: the whole length. */
  readonly onZoom: (from?: number, to?: number) => void;
}

/** Shows how many spans are running over the trace's whole length. Dragging zooms; so do the buttons. */
export function Overview({ tree, zoom, onZoom }: Props) {
  const { overview, durationMs } = tree;
  const box = useRef<HTMLDivElement>(null);
  const [drag, setDrag] = useState<readonly [number, number]>();
  const most = Math.max(1, ...overview.map(({ spans }) => spans));
  const shareAt = (x: number) => {
    const { left = 0, width = 1 } = box.current?.getBoundingClientRect() ?? {};
    return Math.max(0, Math.min(1, (x - left) / width));
  };
  const isZoomed = zoom.from > 0 || zoom.to < durationMs;
  const [from, to] = drag ?? [zoom.from / durationMs, zoom.to / durationMs];
  const middle = (zoom.from + zoom.to) / 2;
  const quarter = (zoom.to - zoom.from) / 4;
  function finish() {
    if (drag && Math.abs(drag[1] - drag[0]) > 0.005) {
      onZoom(Math.round(Math.min(...drag) * durationMs), Math.ceil(Math.max(...drag) * durationMs));
    }
    setDrag(undefined);
  }
  return (
    <div className="overview">
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the buttons next to it do the same */}
      <div
        ref={box}
        className="minimap"
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          setDrag([shareAt(event.clientX), shareAt(event.clientX)]);
        }}
        onPointerMove={({ clientX }) => drag && setDrag([drag[0], shareAt(clientX)])}
        onPointerUp={finish}
      >
        <svg
          viewBox={`0 0 ${overview.length} 100`}
          preserveAspectRatio="none"
          role="img"
          aria-label={`${tree.spanCount} spans over ${durationText(durationMs)}, ${tree.errorRows.length} failed`}
        >
          {overview.map(({ spans, errors }, part) => (
            // oxlint-disable-next-line react/no-array-index-key -- bars never move
            <g key={part}>
              <rect x={part} width="0.9" y={100 - (spans / most) * 100} height={(spans / most) * 100} />
              {errors > 0 && (
                <rect
                  className="error"
                  x={part}
                  width="0.9"
                  y={100 - (errors / most) * 100}
                  height={(errors / most) * 100}
                />
              )}
            </g>
          ))}
        </svg>
        {(isZoomed || drag) && (
          <span
            className="lens"
            style={{ left: `${Math.min(from, to) * 100}%`, width: `${Math.abs(to - from) * 100}%` }}
          />
        )}
      </div>
      <div className="line small">
        <span className="muted num">{durationText(durationMs)}</span>
        <span className="grow" />
        <Button
          text="Zoom in"
          className="quiet"
          onClick={() => onZoom(Math.round(middle - quarter), Math.ceil(middle + quarter))}
        />
        <Button text="Whole length" className="quiet" disabled={!isZoomed} onClick={() => onZoom()} />
      </div>
    </div>
  );
}
