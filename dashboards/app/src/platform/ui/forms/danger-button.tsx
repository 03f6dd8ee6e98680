import { type ReactNode, useState } from "react";
import { Button } from "../button.tsx";
import { Modal } from "../overlays/modal.tsx";
import { Wrong } from "../page.tsx";

interface Props {
  /** The verb on the button and in the confirmation. */
  readonly verb?: "Delete" | "Remove" | "Revoke" | "Withdraw";
  /** The name of its object. */
  readonly what: string;
  readonly isPending: boolean;
  readonly error: unknown;
  readonly onDo: () => void;
  /** The consequences. */
  readonly children: ReactNode;
  readonly icon?: ReactNode;
}

/** A button for an irreversible action: it asks for confirmation first. */
export function DangerButton({ verb = "Delete", what, isPending, error, onDo, children, icon }: Props) {
  const [isConfirming, setConfirming] = useState(false);
  return (
    <>
      <button type="button" className="danger" disabled={isPending} onClick={() => setConfirming(true)}>
        {icon}
        {verb}
        <span className="hidden"> {what}</span>
      </button>
      {isConfirming && (
        <ConfirmDelete
          verb={verb}
          what={what}
          error={error}
          isPending={isPending}
          onDelete={onDo}
          onClose={() => setConfirming(false)}
        >
          {children}
        </ConfirmDelete>
      )}
    </>
  );
}

interface ConfirmDeleteProps {
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
export function ConfirmDelete({
  verb = "Delete",
  what,
  error,
  isPending,
  onDelete,
  onClose,
  children,
}: ConfirmDeleteProps) {
  return (
    <Modal
      title={`${verb} ${what}?`}
      onClose={onClose}
      actions={
        <Button
          text={verb === "Delete" ? "Delete for ever" : verb}
          className="danger"
          disabled={isPending}
          onClick={onDelete}
        />
      }
    >
      <p>{children}</p>
      {error !== null && error !== undefined && <Wrong error={error} />}
    </Modal>
  );
}
