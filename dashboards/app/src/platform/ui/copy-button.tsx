import { useState } from "react";
import { Icon } from "./icon.tsx";

interface Props {
  /** What is copied, or how it is fetched. */
  readonly text: string | (() => Promise<string>);
  readonly label: string;
  /** The icon alone; the label is read out. */
  readonly compact?: boolean;
}

export function CopyButton({ text, label, compact = false }: Props) {
  const [said, setSaid] = useState<string>();
  async function copy() {
    try {
      const copied = typeof text === "string" ? text : await text();
      await navigator.clipboard.writeText(copied);
      setSaid("Copied");
    } catch {
      setSaid("Not copied");
    }
    setTimeout(() => setSaid(undefined), 2000);
  }
  return (
    <button
      type="button"
      className={compact ? "quiet icon" : ""}
      onClick={() => void copy()}
      {...(compact ? { "aria-label": said ?? label, title: label } : {})}
    >
      <Icon name={said === "Copied" ? "check" : "copy"} />
      {!compact && <span>{said ?? label}</span>}
    </button>
  );
}
