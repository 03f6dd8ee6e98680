import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef } from "react";
import { tinykeys } from "tinykeys";
import { preferences } from "../../app/shell/preferences.ts";
import type { KnownKeys } from "./known.ts";
import { pressedFor, remap } from "./remap.ts";

export interface Shortcut {
  /** As tinykeys writes it: `j`, `g i`, `$mod+k`. What is pressed for it is another question where a person chose so. */
  readonly keys: KnownKeys;
  readonly does: string;
  readonly run: (event: KeyboardEvent) => void;
}

interface Registry {
  add(scope: string, shortcuts: () => readonly Shortcut[]): () => void;
  list(): readonly { readonly scope: string; readonly shortcuts: readonly Shortcut[] }[];
  /** Whether this key ends a sequence that was begun: `i` behind `g` goes to the issues, and does nothing else. */
  endsSequence(key: string): boolean;
}

const KeysContext = createContext<Registry | undefined>(undefined);

/** Holds what can be pressed where one is: the help page is drawn from it, so it cannot tell anything else. */
export function KeysProvider({ children }: { children: ReactNode }) {
  const pressed = usePressed();
  const registry = useMemo<Registry>(() => {
    const scopes = new Map<object, { scope: string; shortcuts: () => readonly Shortcut[] }>();
    return {
      add(scope, shortcuts) {
        const key = {};
        scopes.set(key, { scope, shortcuts });
        return () => scopes.delete(key);
      },
      // Several parts of a page may add to one scope.
      list: () =>
        Array.from(
          Map.groupBy(scopes.values(), ({ scope }) => scope),
          ([scope, of]) => ({
            scope,
            shortcuts: of.flatMap(({ shortcuts }) => shortcuts()),
          }),
        ).filter(({ shortcuts }) => shortcuts.length > 0),
      endsSequence(key) {
        const { before } = pressed.current;
        const sequence = `${before} ${key}`;
        return (
          before !== "" &&
          [...scopes.values()].some(({ shortcuts }) =>
            shortcuts().some(({ keys }) => pressedFor(keys, remap.read()) === sequence),
          )
        );
      },
    };
  }, [pressed]);
  return <KeysContext.Provider value={registry}>{children}</KeysContext.Provider>;
}

/** As long as tinykeys waits for the next key of a sequence. */
const sequenceMs = 1000;

/** The key that was pressed before the present one; empty where that was too long ago. */
function usePressed() {
  const pressed = useRef({ key: "", at: 0, before: "" });
  useEffect(() => {
    // Before anybody else hears of it.
    const note = ({ key, timeStamp }: KeyboardEvent) => {
      if (/^(Shift|Control|Alt|Meta)$/.test(key)) return;
      const { key: last, at } = pressed.current;
      pressed.current = { key, at: timeStamp, before: timeStamp - at < sequenceMs ? last : "" };
    };
    window.addEventListener("keydown", note, { capture: true });
    return () => window.removeEventListener("keydown", note, { capture: true });
  }, []);
  return pressed;
}

export function useRegistry(): Registry {
  const registry = useContext(KeysContext);
  if (!registry) throw new Error("outside of KeysProvider");
  return registry;
}

/** Shortcuts that work while the component is on screen. Their keys stay the same from one drawing to the next. */
export function useShortcuts(scope: string, shortcuts: readonly Shortcut[]): void {
  const registry = useRegistry();
  const latest = useRef(shortcuts);
  useEffect(() => {
    latest.current = shortcuts;
  });
  const chosen = remap.use();
  const keys = shortcuts.map((shortcut) => pressedFor(shortcut.keys, chosen)).join("\n");
  useEffect(() => {
    const bindings = keys
      .split("\n")
      .filter(Boolean)
      .map((key, place) => [key, (event: KeyboardEvent) => press(key, place, event)] as const);
    function press(key: string, place: number, event: KeyboardEvent) {
      if (isForSomethingElse(event, key) || registry.endsSequence(key)) return;
      event.preventDefault();
      latest.current[place]?.run(event);
    }
    const stop = tinykeys(window, Object.fromEntries(bindings));
    const remove = registry.add(scope, () => latest.current);
    return () => {
      stop();
      remove();
    };
  }, [registry, scope, keys]);
}

function isForSomethingElse(event: KeyboardEvent, key: string): boolean {
  if (event.isComposing || event.defaultPrevented || document.querySelector("dialog[open]")) return true;
  const withModifier = key.includes("+") && !key.startsWith("Shift+");
  if (!withModifier && (event.ctrlKey || event.metaKey || event.altKey)) return true;
  if (event.target instanceof HTMLElement) {
    if (withModifier ? editsText(event.target, key) : takesKey(event.target, key)) return true;
  }
  // People who dictate press letters without meaning to (WCAG 2.1.4).
  return (
    !withModifier && !/^(Escape|Arrow|ContextMenu|(Shift\+)?F\d)/.test(key) && preferences.get("singleKeys") === "off"
  );
}

const typedInto = "input:not([type=checkbox]):not([type=radio]), textarea, select, [contenteditable]";

/** In a field, selecting all means its text. */
const editsText = (target: HTMLElement, key: string) => key === "$mod+a" && target.closest(typedInto) !== null;

function takesKey(target: HTMLElement, key: string): boolean {
  if (target.closest(typedInto)) return true;
  return (key === "Enter" || key === "Space") && target.closest("a, button, summary, input") !== null;
}
