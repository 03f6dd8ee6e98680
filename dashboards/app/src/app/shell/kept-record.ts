import { useSyncExternalStore } from "react";
import { lasting } from "./browser-store.ts";

/** Values by name that a person chose; kept by the browser, never sent. What was kept and is no such value is left out. */
export function keptRecord<Value>(key: string, isValue: (value: unknown) => value is Value) {
  const listeners = new Set<() => void>();
  let known: { readonly text: string | null; readonly all: Readonly<Record<string, Value>> } | undefined;

  /** The same object until something changes. */
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
  function keep(all: Readonly<Record<string, Value>>): void {
    lasting.setItem(key, JSON.stringify(all));
    for (const told of listeners) told();
  }
  return {
    read,
    set: (name: string, value: Value): void => keep({ ...read(), [name]: value }),
    /** What has such a name is as usual again. */
    forget: (isMeant: (name: string) => boolean): void =>
      keep(Object.fromEntries(Object.entries(read()).filter(([name]) => !isMeant(name)))),
    /** Draws anew when one changes. */
    use: (): Readonly<Record<string, Value>> =>
      useSyncExternalStore((changed) => {
        listeners.add(changed);
        return () => listeners.delete(changed);
      }, read),
  };
}
