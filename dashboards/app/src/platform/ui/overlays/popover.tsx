import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { useShortcuts } from "../../keyboard/keys.tsx";
import type { KnownKeys } from "../../keyboard/known.ts";
import { pressedFor, remap } from "../../keyboard/remap.ts";
import { Button } from "../button.tsx";

interface Props {
  readonly label: ReactNode;
  /** The accessible name, where the label is an icon or a bare value. */
  readonly name?: string;
  readonly className?: string;
  readonly disabled?: boolean;
  /** The side of the button to which the panel extends. */
  readonly align?: "start" | "end";
  /** Opens above the button, for one at the bottom of the page. */
  readonly up?: boolean;
  /** The shortcut that opens it, with its description; it focuses the panel's first field. */
  readonly shortcut?: { readonly keys: KnownKeys; readonly does: string };
  readonly children: (close: () => void) => ReactNode;
}

/** A button with a panel; closed by Escape, by a click outside, or by its content. */
export function Popover({
  label,
  name,
  className = "",
  disabled = false,
  align = "end",
  up = false,
  shortcut,
  children,
}: Props) {
  const [open, setOpen] = useState(false);
  const wantsFocus = useRef(false);
  const whole = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const panel = useId();
  const chosen = remap.use();
  useShortcuts("This list", shortcut ? [{ ...shortcut, run: openByKey }] : []);
  function openByKey() {
    wantsFocus.current = true;
    setOpen(true);
  }
  function close() {
    setOpen(false);
    button.current?.focus();
  }
  useEffect(() => {
    if (!open) return undefined;
    if (wantsFocus.current) {
      const inside = document.getElementById(panel);
      const field = inside?.querySelector<HTMLElement>("input") ?? inside?.querySelector<HTMLElement>("button, a");
      field?.focus();
    }
    wantsFocus.current = false;
    const elsewhere = (event: PointerEvent) => {
      if (event.target instanceof Node && !whole.current?.contains(event.target)) setOpen(false);
    };
    document.addEventListener("pointerdown", elsewhere);
    return () => document.removeEventListener("pointerdown", elsewhere);
  }, [open, panel]);
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Escape is heard for whatever has the focus inside
    <div
      ref={whole}
      className="popover"
      onKeyDown={(event) => {
        if (event.key !== "Escape" || !open) return;
        event.stopPropagation();
        event.preventDefault();
        close();
      }}
    >
      <Button
        text={label}
        ref={button}
        className={className}
        disabled={disabled}
        aria-expanded={open}
        aria-controls={panel}
        {...(shortcut ? { "aria-keyshortcuts": pressedFor(shortcut.keys, chosen) } : {})}
        {...(name === undefined ? {} : { "aria-label": name, title: name })}
        onClick={() => setOpen(!open)}
      />
      {open && (
        <div id={panel} className={`panel ${align}${up ? " up" : ""}`}>
          {children(close)}
        </div>
      )}
    </div>
  );
}
