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

/** A person's display preferences, stored in the browser and never sent. */
export const preferences = {
  choices,
  get<Key extends Name>(name: Key): Choices[Key][number] {
    const stored = lasting.getItem(`gaffe.${name}`);
    const known: readonly string[] = choices[name];
    return (stored !== null && known.includes(stored) ? stored : usual[name]) as Choices[Key][number];
  },
  set<Key extends Name>(name: Key, value: Choices[Key][number]): void {
    if (value === usual[name]) lasting.removeItem(`gaffe.${name}`);
    else lasting.setItem(`gaffe.${name}`, value);
    for (const notify of listeners) notify();
  },
  /** Calls back when a preference may have changed, here or in another tab. Returns a function that stops it. */
  watch: (changed: () => void): (() => void) => {
    listeners.add(changed);
    addEventListener("storage", changed);
    return () => {
      listeners.delete(changed);
      removeEventListener("storage", changed);
    };
  },
};

export function usePreference<Key extends Name>(name: Key): Choices[Key][number] {
  return useSyncExternalStore(preferences.watch, () => preferences.get(name));
}
