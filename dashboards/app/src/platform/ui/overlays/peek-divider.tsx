import type { CSSProperties } from "react";
import { sizes } from "../../../app/shell/sizes.ts";
import { Divider } from "./divider.tsx";

const name = "peek";
const leastPx = 380;

/** Divides a list from the panel at its right. */
export function PeekDivider() {
  return (
    <Divider
      label="Width of the preview"
      leastPx={leastPx}
      mostPx={Math.max(leastPx, Math.round(innerWidth * 0.7))}
      width={() => document.querySelector(".peek")?.getBoundingClientRect().width ?? leastPx}
      onResize={(px) => sizes.set(name, px)}
    />
  );
}

/** Returns the style of the surrounding `.split`; empty for the default width. */
export const peekStyle = ({ [name]: px }: Readonly<Record<string, number>>): CSSProperties =>
  px === undefined ? {} : ({ "--peek": `min(${px}px, 70vw)` } as CSSProperties);
