import { type ReactNode, type SyntheticEvent, useEffect, useId, useRef, useState } from "react";
import { Button, IconButton } from "../button.tsx";
import { handleSubmit } from "../forms/field.tsx";
import { Wrong } from "../page.tsx";

interface Props {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
  readonly actions?: ReactNode;
  /** Wider than a column of text; `drawer`: at the right, as high as the window. */
  readonly size?: "wide" | "drawer";
}

/**
 * A modal dialog. The browser keeps the focus inside, closes it on Escape and restores the focus. Closing it
 * with unsaved input asks for confirmation once.
 */
export function Modal({ title, onClose, children, actions, size }: Props) {
  const ref = useRef<HTMLDialogElement>(null);
  const hasTyped = useRef(false);
  const [isConfirming, setConfirming] = useState(false);
  const heading = useId();
  useEffect(() => {
    ref.current?.showModal();
  }, []);
  const close = () => ref.current?.close();
  /** Returns true if the dialog stays open to ask for confirmation. */
  function staysOpen(): boolean {
    if (isConfirming || !hasTyped.current || !holdsText(ref.current)) return false;
    setConfirming(true);
    return true;
  }
  return (
    <dialog
      ref={ref}
      onClose={onClose}
      onCancel={(event) => staysOpen() && event.preventDefault()}
      onInput={({ target }: SyntheticEvent) => {
        hasTyped.current ||= isText(target);
      }}
      aria-labelledby={heading}
      className={size === undefined ? "modal" : `modal ${size}`}
    >
      <div className="line">
        <h2 id={heading}>{title}</h2>
        <span className="grow" />
        <IconButton icon="close" label="Close" onClick={() => staysOpen() || close()} />
      </div>
      {isConfirming && (
        <div className="note warn line" role="alert">
          <span className="grow">What you typed here would be lost.</span>
          <Button text="Discard" className="danger" onClick={close} />
          <Button text="Keep editing" onClick={() => setConfirming(false)} />
        </div>
      )}
      <div className="stack">{children}</div>
      {actions && <div className="line modal-actions">{actions}</div>}
    </dialog>
  );
}

interface FormModalProps extends Omit<Props, "actions"> {
  /** The text of the button that sends the form, and the change that it makes. */
  readonly submit: string;
  readonly by: { readonly isPending: boolean; readonly error: unknown };
  readonly disabled?: boolean;
  readonly onSubmit: () => void;
}

export function FormModal({ submit, by, disabled = false, onSubmit, children, ...modal }: FormModalProps) {
  const id = useId();
  return (
    <Modal
      {...modal}
      actions={<Button submits text={submit} form={id} className="primary" disabled={disabled || by.isPending} />}
    >
      <form id={id} className="form" onSubmit={handleSubmit(() => onSubmit())}>
        {children}
        {by.error !== null && by.error !== undefined && <Wrong error={by.error} />}
      </form>
    </Modal>
  );
}

const isText = (target: EventTarget): target is HTMLInputElement | HTMLTextAreaElement =>
  target instanceof HTMLTextAreaElement ||
  (target instanceof HTMLInputElement && !/^(checkbox|radio|search|file)$/.test(target.type));

/** Returns whether a field holds text. A finished dialog has no fields any more. */
const holdsText = (dialog: HTMLDialogElement | null) =>
  [...(dialog?.querySelectorAll("input, textarea") ?? [])].some((field) => isText(field) && field.value.trim() !== "");
