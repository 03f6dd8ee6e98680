import { useSyncExternalStore } from "react";
import { lasting } from "./browser-store.ts";

/** Returns a record of values that a person chose, stored in the browser. Invalid stored values are dropped. */
export function storedRecord<Value>(key: string, isValue: (value: unknown) => value is Value) {
  const listeners = new Set<() => void>();
  let known: { readonly text: string | null; readonly all: Readonly<Record<string, Value>> } | undefined;

  /** Returns the same object until something changes. */
  function read(): Readonly<Record<string, Value>> {
    const text = lasting.getItem(key);
    if (known?.text !== text) known = { text, all: valuesOf(text) };
    return known.all;
  }
  function valuesOf(text: string | null): Readonly<Record<string, Value>> {
    try {
      const entries = Object.entries(JSON.parse(text ?? "{}") as Readonly<Record<string, unknown>>);
      return Object.fromEntries(entries.filter((entry): entry is [string, Value] => isValue(entry[1])));
    } catch {
      return {};
    }
  }
  function store(all: Readonly<Record<string, Value>>): void {
    lasting.setItem(key, JSON.stringify(all));
    for (const notify of listeners) notify();
  }
  return {
    read,
    set: (name: string, value: Value): void => store({ ...read(), [name]: value }),
    remove: (isMeant: (name: string) => boolean): void =>
      store(Object.fromEntries(Object.entries(read()).filter(([name]) => !isMeant(name)))),
    use: (): Readonly<Record<string, Value>> =>
      useSyncExternalStore((changed) => {
        listeners.add(changed);
        return () => listeners.delete(changed);
      }, read),
  };
}

const stored = storedRecord("gaffe.sizes", (value): value is number => typeof value === "number");

export const sizes = {
  set: (name: string, px: number): void => stored.set(name, Math.round(px)),
  remove: (prefix: string): void => stored.remove((name) => name.startsWith(prefix)),
};

export const useSizes = stored.use;
