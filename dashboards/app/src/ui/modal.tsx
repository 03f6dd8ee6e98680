import { type ReactNode, useEffect, useId, useRef } from "react";
import { Icon } from "./icon.tsx";

interface Props {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
  /** Buttons at the end, the usual one last. */
  readonly actions?: ReactNode;
  readonly wide?: boolean;
}

/** A question or a form above the page. The browser keeps the focus inside, closes it on Escape and gives the focus back. */
export function Modal({ title, onClose, children, actions, wide = false }: Props) {
  const ref = useRef<HTMLDialogElement>(null);
  const heading = useId();
  useEffect(() => {
    ref.current?.showModal();
  }, []);
  return (
    <dialog ref={ref} onClose={onClose} aria-labelledby={heading} className={wide ? "modal wide" : "modal"}>
      <div className="line">
        <h2 id={heading}>{title}</h2>
        <span className="grow" />
        <button type="button" className="quiet icon" aria-label="Close" onClick={() => ref.current?.close()}>
          <Icon name="close" />
        </button>
      </div>
      <div className="stack">{children}</div>
      {actions && <div className="line modal-actions">{actions}</div>}
    </dialog>
  );
}
