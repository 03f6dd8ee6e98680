import type { ReactNode } from "react";
import { Modal } from "./modal.tsx";
import { Wrong } from "./states.tsx";

interface Props {
  readonly what: string;
  readonly error: unknown;
  readonly isPending: boolean;
  readonly onDelete: () => void;
  readonly onClose: () => void;
  /** What goes with it. */
  readonly children: ReactNode;
}

/** Asked before something is gone that cannot be brought back. */
export function ConfirmDelete({ what, error, isPending, onDelete, onClose, children }: Props) {
  return (
    <Modal
      title={`Delete ${what}?`}
      onClose={onClose}
      actions={
        <button type="button" className="danger" disabled={isPending} onClick={onDelete}>
          Delete for ever
        </button>
      }
    >
      <p>{children}</p>
      {error !== null && error !== undefined && <Wrong error={error} />}
    </Modal>
  );
}
