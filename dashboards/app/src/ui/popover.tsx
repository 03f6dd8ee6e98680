import { type ReactNode, useEffect, useId, useRef, useState } from "react";

interface Props {
  /** What the button says. */
  readonly label: ReactNode;
  /** What is read out where the label is an icon or a value alone. */
  readonly name?: string;
  readonly className?: string;
  /** To which side of the button the panel extends. */
  readonly align?: "start" | "end";
  /** Above the button, where it stands at the bottom of the page. */
  readonly up?: boolean;
  readonly children: (close: () => void) => ReactNode;
}

/** A button with a panel below it: closed by Escape, by pressing elsewhere, or by what is in it. */
export function Popover({ label, name, className = "", align = "end", up = false, children }: Props) {
  const [open, setOpen] = useState(false);
  const whole = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const panel = useId();
  function close() {
    setOpen(false);
    button.current?.focus();
  }
  useEffect(() => {
    if (!open) return undefined;
    const elsewhere = (event: PointerEvent) => {
      if (event.target instanceof Node && !whole.current?.contains(event.target)) setOpen(false);
    };
    document.addEventListener("pointerdown", elsewhere);
    return () => document.removeEventListener("pointerdown", elsewhere);
  }, [open]);
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
      <button
        ref={button}
        type="button"
        className={className}
        aria-expanded={open}
        aria-controls={panel}
        {...(name === undefined ? {} : { "aria-label": name, title: name })}
        onClick={() => setOpen(!open)}
      >
        {label}
      </button>
      {open && (
        <div id={panel} className={`panel ${align}${up ? " up" : ""}`}>
          {children(close)}
        </div>
      )}
    </div>
  );
}
