import { type ReactNode, type SyntheticEvent, useEffect, useId, useRef, useState } from "react";
import { Icon } from "../icon.tsx";

interface Props {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
  /** Buttons at the end, the usual one last. */
  readonly actions?: ReactNode;
  /** More than a column of text; `drawer`: at the right, as high as the window. */
  readonly size?: "wide" | "drawer";
}

/**
 * A question or a form above the page. The browser keeps the focus inside, closes it on Escape and gives the focus back; where
 * something was typed, it is asked for once before that is lost.
 */
export function Modal({ title, onClose, children, actions, size }: Props) {
  const ref = useRef<HTMLDialogElement>(null);
  const hasTyped = useRef(false);
  const [isAsking, setAsking] = useState(false);
  const heading = useId();
  useEffect(() => {
    ref.current?.showModal();
  }, []);
  const close = () => ref.current?.close();
  /** True where the dialog stays open to ask. */
  function asks(): boolean {
    if (isAsking || !hasTyped.current || !holdsText(ref.current)) return false;
    setAsking(true);
    return true;
  }
  return (
    <dialog
      ref={ref}
      onClose={onClose}
      onCancel={(event) => asks() && event.preventDefault()}
      onInput={({ target }: SyntheticEvent) => {
        hasTyped.current ||= isText(target);
      }}
      aria-labelledby={heading}
      className={size === undefined ? "modal" : `modal ${size}`}
    >
      <div className="line">
        <h2 id={heading}>{title}</h2>
        <span className="grow" />
        <button type="button" className="quiet icon" aria-label="Close" onClick={() => asks() || close()}>
          <Icon name="close" />
        </button>
      </div>
      {isAsking && (
        <div className="note warn line" role="alert">
          <span className="grow">What you typed here would be lost.</span>
          <button type="button" className="danger" onClick={close}>
            Discard it
          </button>
          <button type="button" onClick={() => setAsking(false)}>
            Go on typing
          </button>
        </div>
      )}
      <div className="stack">{children}</div>
      {actions && <div className="line modal-actions">{actions}</div>}
    </dialog>
  );
}

const isText = (target: EventTarget): target is HTMLInputElement | HTMLTextAreaElement =>
  target instanceof HTMLTextAreaElement ||
  (target instanceof HTMLInputElement && !/^(checkbox|radio|search|file)$/.test(target.type));

/** What is done already has no fields any more. */
const holdsText = (dialog: HTMLDialogElement | null) =>
  [...(dialog?.querySelectorAll("input, textarea") ?? [])].some((field) => isText(field) && field.value.trim() !== "");
