import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef } from "react";
import { tinykeys } from "tinykeys";
import { preferences } from "../../app/shell/preferences.ts";
import type { KnownKeys } from "./known.ts";
import { pressedFor, remap } from "./remap.ts";

export interface Shortcut {
  /** The default shortcut in tinykeys syntax: `j`, `g i`, `$mod+k`. A person may have remapped it. */
  readonly keys: KnownKeys;
  readonly does: string;
  readonly run: (event: KeyboardEvent) => void;
}

interface Registry {
  add(scope: string, shortcuts: () => readonly Shortcut[]): () => void;
  list(): readonly { readonly scope: string; readonly shortcuts: readonly Shortcut[] }[];
  /** Returns whether this key completes a sequence: `i` after `g` opens the issues and does nothing else. */
  endsSequence(key: string): boolean;
}

const KeysContext = createContext<Registry | undefined>(undefined);

/** Registers the active shortcuts. The help page is generated from them, so it is always accurate. */
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
      // Several components may add to one scope.
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

/** The time that tinykeys waits for the next key of a sequence. */
const sequenceMs = 1000;

/** Tracks the previous key; empty if it was too long ago. */
function usePressed() {
  const pressed = useRef({ key: "", at: 0, before: "" });
  useEffect(() => {
    // In the capture phase, before any shortcut handler runs.
    const record = ({ key, timeStamp }: KeyboardEvent) => {
      if (/^(Shift|Control|Alt|Meta)$/.test(key)) return;
      const { key: last, at } = pressed.current;
      pressed.current = { key, at: timeStamp, before: timeStamp - at < sequenceMs ? last : "" };
    };
    window.addEventListener("keydown", record, { capture: true });
    return () => window.removeEventListener("keydown", record, { capture: true });
  }, []);
  return pressed;
}

export function useRegistry(): Registry {
  const registry = useContext(KeysContext);
  if (!registry) throw new Error("outside of KeysProvider");
  return registry;
}

/** Activates shortcuts while the component is mounted. Their keys must not change between renders. */
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
      .map((key, index) => [key, (event: KeyboardEvent) => press(key, index, event)] as const);
    function press(key: string, index: number, event: KeyboardEvent) {
      if (isForSomethingElse(event, key) || registry.endsSequence(key)) return;
      event.preventDefault();
      latest.current[index]?.run(event);
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
  // Dictation may trigger single letters by accident (WCAG 2.1.4).
  return (
    !withModifier && !/^(Escape|Arrow|ContextMenu|(Shift\+)?F\d)/.test(key) && preferences.get("singleKeys") === "off"
  );
}

const typedInto = "input:not([type=checkbox]):not([type=radio]), textarea, select, [contenteditable]";

/** In a field, "select all" selects its text. */
const editsText = (target: HTMLElement, key: string) => key === "$mod+a" && target.closest(typedInto) !== null;

function takesKey(target: HTMLElement, key: string): boolean {
  if (target.closest(typedInto)) return true;
  return (key === "Enter" || key === "Space") && target.closest("a, button, summary, input") !== null;
}

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** A shortcut as printed on the keyboard: `$mod+k` is ⌘K or Ctrl K, or the person's custom shortcut. */
export function Keys({ keys }: { keys: KnownKeys }) {
  return <PressedKeys pressed={pressedFor(keys, remap.use())} />;
}

export const PressedKeys = ({ pressed }: { pressed: string }) => (
  <span className="keys">
    {pressed.split(" ").map((key, index) => (
      // oxlint-disable-next-line react/no-array-index-key -- `g g` is the same key twice, in this order
      <kbd key={index}>{printed(key)}</kbd>
    ))}
  </span>
);

export const printed = (key: string): string =>
  key
    .replace("Shift+?", "?")
    .replace("$mod+", isApple ? "⌘" : "Ctrl ")
    .replace("Alt+", isApple ? "⌥" : "Alt ")
    .replace("Shift+", "⇧")
    .replace(/(Key|Digit)(?=.$)/, "")
    .replace("ArrowDown", "↓")
    .replace("ArrowUp", "↑")
    .replace("ArrowLeft", "←")
    .replace("ArrowRight", "→");
