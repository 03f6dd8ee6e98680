import { countText } from "../format.ts";

/** The next place after, or before, the one that one is at, around the end; places are in their order. */
export function neighbour(found: readonly number[], at: number, by: 1 | -1): number | undefined {
  return by === 1
    ? (found.find((place) => place > at) ?? found[0])
    : (found.findLast((place) => place < at) ?? found.at(-1));
}

/** `2 of 7`, or how many there are while one is at none of them. */
export function foundText(found: readonly number[], at: number): string {
  if (found.length === 0) return "none";
  const place = found.indexOf(at);
  return place < 0 ? `${countText(found.length)} found` : `${countText(place + 1)} of ${countText(found.length)}`;
}
