import type { KnownKeys } from "./known.ts";
import { pressedFor, remap } from "./remap.ts";

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** A shortcut as printed on the keyboard: `$mod+k` is ⌘K or Ctrl K, or the person's custom shortcut. */
export function Keys({ keys }: { keys: KnownKeys }) {
  return <PressedKeys pressed={pressedFor(keys, remap.use())} />;
}

export function PressedKeys({ pressed }: { pressed: string }) {
  return (
    <span className="keys">
      {pressed.split(" ").map((key, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- `g g` is the same key twice, in this order
        <kbd key={index}>{printed(key)}</kbd>
      ))}
    </span>
  );
}

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
