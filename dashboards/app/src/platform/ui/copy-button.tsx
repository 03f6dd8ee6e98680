import { type ReactNode, useState } from "react";
import { Button } from "./button.tsx";

interface Props {
  /** The text to copy, or a function that fetches it. */
  readonly text: string | (() => Promise<string>);
  readonly label: string;
  /** Shows only the icon; the label is for screen readers. */
  readonly compact?: boolean;
}

export function CopyButton({ text, label, compact = false }: Props) {
  const [result, setResult] = useState<string>();
  async function copy() {
    try {
      const copied = typeof text === "string" ? text : await text();
      await navigator.clipboard.writeText(copied);
      setResult("Copied");
    } catch {
      setResult("Not copied");
    }
    setTimeout(() => setResult(undefined), 2000);
  }
  return (
    <Button
      icon={result === "Copied" ? "check" : "copy"}
      text={!compact && <span>{result ?? label}</span>}
      className={compact ? "quiet icon" : ""}
      onClick={() => void copy()}
      {...(compact ? { "aria-label": result ?? label, title: label } : {})}
    />
  );
}

export const Snippet = ({ name, text }: { name: string; text: string }) => (
  <div className="snippet">
    {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolled region must be reachable by keyboard */}
    <pre tabIndex={0} aria-label={name}>
      {text}
    </pre>
    <CopyButton compact label={`Copy ${name.charAt(0).toLowerCase()}${name.slice(1)}`} text={text} />
  </div>
);

interface ShownOnceProps {
  readonly title: string;
  readonly text: string;
  /** The label of the button that copies the text. */
  readonly copy: string;
  readonly children?: ReactNode;
}

/** A secret or a link that cannot be shown again. */
export const ShownOnce = ({ title, text, copy, children }: ShownOnceProps) => (
  <div className="note ok" role="status">
    <strong>{title}</strong>
    <code>{text}</code>
    <div className="line">
      <CopyButton label={copy} text={text} />
      {children}
    </div>
  </div>
);
