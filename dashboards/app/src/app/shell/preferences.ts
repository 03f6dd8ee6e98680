import { useSyncExternalStore } from "react";
import { lasting } from "./browser-store.ts";

const choices = {
  theme: ["system", "light", "dark"],
  density: ["compact", "cosy", "roomy"],
  zone: ["local", "UTC"],
  singleKeys: ["on", "off"],
  facets: ["on", "off"],
  rail: ["wide", "narrow"],
} as const;

type Choices = typeof choices;
type Name = keyof Choices;

const usual = {
  theme: "system",
  density: "cosy",
  zone: "local",
  singleKeys: "on",
  facets: "on",
  rail: "wide",
} as const;
const listeners = new Set<() => void>();

/** How one person likes to see things; kept by the browser, never sent. */
export const preferences = {
  choices,
  get<Key extends Name>(name: Key): Choices[Key][number] {
    const kept = lasting.getItem(`gaffe.${name}`);
    const known: readonly string[] = choices[name];
    return (kept !== null && known.includes(kept) ? kept : usual[name]) as Choices[Key][number];
  },
  set<Key extends Name>(name: Key, value: Choices[Key][number]): void {
    if (value === usual[name]) lasting.removeItem(`gaffe.${name}`);
    else lasting.setItem(`gaffe.${name}`, value);
    for (const told of listeners) told();
  },
  /** Called when any of them may have changed, here or in another tab of this browser. The answer stops it. */
  watch: (changed: () => void): (() => void) => {
    listeners.add(changed);
    addEventListener("storage", changed);
    return () => {
      listeners.delete(changed);
      removeEventListener("storage", changed);
    };
  },
};

/** A preference that is drawn anew when it changes. */
export function usePreference<Key extends Name>(name: Key): Choices[Key][number] {
  return useSyncExternalStore(preferences.watch, () => preferences.get(name));
}
