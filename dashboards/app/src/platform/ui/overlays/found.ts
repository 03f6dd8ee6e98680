import { countText } from "../format.tsx";

/** Returns the next or previous match relative to the current index, wrapping around; `found` is ascending. */
export function neighbour(found: readonly number[], at: number, by: 1 | -1): number | undefined {
  return by === 1
    ? (found.find((index) => index > at) ?? found[0])
    : (found.findLast((index) => index < at) ?? found.at(-1));
}

/** Returns `2 of 7`, or the number of matches while none is current. */
export function foundText(found: readonly number[], at: number): string {
  if (found.length === 0) return "none";
  const index = found.indexOf(at);
  return index < 0 ? `${countText(found.length)} found` : `${countText(index + 1)} of ${countText(found.length)}`;
}
