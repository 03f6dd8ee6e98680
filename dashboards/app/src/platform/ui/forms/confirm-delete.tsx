import type { ReactNode } from "react";
import { Modal } from "../overlays/modal.tsx";
import { Wrong } from "../states.tsx";

interface Props {
  readonly verb?: "Delete" | "Remove" | "Revoke" | "Withdraw" | "Sign out";
  readonly what: string;
  readonly error: unknown;
  readonly isPending: boolean;
  readonly onDelete: () => void;
  readonly onClose: () => void;
  /** What is deleted along with it. */
  readonly children: ReactNode;
}

/** Asks for confirmation before an irreversible action. */
export function ConfirmDelete({ verb = "Delete", what, error, isPending, onDelete, onClose, children }: Props) {
  return (
    <Modal
      title={`${verb} ${what}?`}
      onClose={onClose}
      actions={
        <button type="button" className="danger" disabled={isPending} onClick={onDelete}>
          {verb === "Delete" ? "Delete for ever" : verb}
        </button>
      }
    >
      <p>{children}</p>
      {error !== null && error !== undefined && <Wrong error={error} />}
    </Modal>
  );
}
