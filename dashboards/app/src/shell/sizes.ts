import { useSyncExternalStore } from "react";

const key = "gaffe.sizes";
const listeners = new Set<() => void>();

type Sizes = Readonly<Record<string, number>>;

/** Widths that a person gave to things, pixels by name; kept by the browser, never sent. */
export const sizes = {
  set(name: string, px: number): void {
    keep({ ...read(localStorage.getItem(key)), [name]: Math.round(px) });
  },
  /** Everything whose name begins so is as wide as usual again. */
  forget(prefix: string): void {
    const others = Object.entries(read(localStorage.getItem(key))).filter(([name]) => !name.startsWith(prefix));
    keep(Object.fromEntries(others));
  },
};

function keep(all: Sizes): void {
  localStorage.setItem(key, JSON.stringify(all));
  for (const told of listeners) told();
}

/** Looks a size up, and draws anew when one changes. */
export function useSizes(): Sizes {
  const text = useSyncExternalStore(
    (changed) => {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
    () => localStorage.getItem(key),
  );
  return read(text);
}

function read(text: string | null): Sizes {
  try {
    const known = Object.entries(JSON.parse(text ?? "{}") as Readonly<Record<string, unknown>>);
    return Object.fromEntries(known.filter((entry): entry is [string, number] => typeof entry[1] === "number"));
  } catch {
    return {};
  }
}
