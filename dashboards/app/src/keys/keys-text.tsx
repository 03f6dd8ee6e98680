const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** Keys as they are printed on the keyboard: `$mod+k` is ⌘K or Ctrl K. */
export function Keys({ keys }: { keys: string }) {
  return (
    <span className="keys">
      {keys.split(" ").map((key, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- `g g` is the same key twice, in this order
        <kbd key={index}>{printed(key)}</kbd>
      ))}
    </span>
  );
}

const printed = (key: string) =>
  key
    .replace("Shift+?", "?")
    .replace("$mod+", isApple ? "⌘" : "Ctrl ")
    .replace("Shift+", "⇧")
    .replace("ArrowDown", "↓")
    .replace("ArrowUp", "↑")
    .replace("ArrowLeft", "←")
    .replace("ArrowRight", "→");
