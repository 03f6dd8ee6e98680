import { storedRecord } from "./stored-record.ts";

const stored = storedRecord("gaffe.sizes", (value): value is number => typeof value === "number");

/** Widths that a person set, in pixels by name. */
export const sizes = {
  set: (name: string, px: number): void => stored.set(name, Math.round(px)),
  /** Resets every width whose name starts with the prefix. */
  remove: (prefix: string): void => stored.remove((name) => name.startsWith(prefix)),
};

/** Returns the widths, and re-renders when one changes. */
export const useSizes = stored.use;
