import { keptRecord } from "./kept-record.ts";

const kept = keptRecord("gaffe.sizes", (value): value is number => typeof value === "number");

/** Widths that a person gave to things, pixels by name. */
export const sizes = {
  set: (name: string, px: number): void => kept.set(name, Math.round(px)),
  /** Everything whose name begins so is as wide as usual again. */
  forget: (prefix: string): void => kept.forget((name) => name.startsWith(prefix)),
};

/** Looks a size up, and draws anew when one changes. */
export const useSizes = kept.use;
