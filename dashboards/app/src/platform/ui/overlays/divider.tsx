import { type CSSProperties, type KeyboardEvent, type PointerEvent, useRef } from "react";
import { sizes } from "../../../app/shell/stored-record.ts";

interface Props {
  readonly label: string;
  readonly width: () => number;
  readonly onResize: (px: number) => void;
  readonly leastPx: number;
  readonly mostPx: number;
}

const stepPx = 16;

/** The handle of a panel at the right: dragging, or ← and →, resizes it. */
function Divider({ label, width, onResize, leastPx, mostPx }: Props) {
  const from = useRef<{ readonly x: number; readonly px: number }>(undefined);
  const resize = (px: number) => onResize(Math.max(leastPx, Math.min(mostPx, px)));
  function press(event: KeyboardEvent) {
    const by = event.key === "ArrowLeft" ? stepPx : event.key === "ArrowRight" ? -stepPx : 0;
    if (by === 0) return;
    event.preventDefault();
    resize(width() + by);
  }
  function drag({ clientX }: PointerEvent) {
    if (from.current) resize(from.current.px + from.current.x - clientX);
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a separator that can be moved takes keys and the pointer
    <div
      className="divider"
      role="separator"
      aria-orientation="vertical"
      aria-label={label}
      aria-valuenow={Math.round(width())}
      aria-valuemin={leastPx}
      aria-valuemax={mostPx}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a separator that can be moved has the focus
      tabIndex={0}
      onKeyDown={press}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        from.current = { x: event.clientX, px: width() };
      }}
      onPointerMove={drag}
      onPointerUp={() => {
        from.current = undefined;
      }}
    />
  );
}

const name = "peek";
const peekLeastPx = 380;

/** Divides a list from the panel at its right. */
export const PeekDivider = () => (
  <Divider
    label="Width of the preview"
    leastPx={peekLeastPx}
    mostPx={Math.max(peekLeastPx, Math.round(innerWidth * 0.7))}
    width={() => document.querySelector(".peek")?.getBoundingClientRect().width ?? peekLeastPx}
    onResize={(px) => sizes.set(name, px)}
  />
);

export const peekStyle = ({ [name]: px }: Readonly<Record<string, number>>): CSSProperties =>
  px === undefined ? {} : ({ "--peek": `min(${px}px, 70vw)` } as CSSProperties);
