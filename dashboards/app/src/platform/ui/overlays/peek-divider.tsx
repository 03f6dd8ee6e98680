import type { CSSProperties } from "react";
import { sizes } from "../../../app/shell/sizes.ts";
import { Divider } from "./divider.tsx";

const name = "peek";
const leastPx = 380;

/** Between a list and the panel at its right. */
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

/** For the `.split` that it stands in; as wide as usual where nobody moved it. */
export const peekStyle = ({ [name]: px }: Readonly<Record<string, number>>): CSSProperties =>
  px === undefined ? {} : ({ "--peek": `min(${px}px, 70vw)` } as CSSProperties);
