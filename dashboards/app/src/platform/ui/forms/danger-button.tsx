import { type ReactNode, useState } from "react";
import { ConfirmDelete } from "./confirm-delete.tsx";

interface Props {
  /** Said on the button and in the question. */
  readonly verb?: "Delete" | "Remove" | "Revoke" | "Withdraw";
  /** What it is done to, by its name. */
  readonly what: string;
  readonly isPending: boolean;
  readonly error: unknown;
  readonly onDo: () => void;
  /** What follows from it. */
  readonly children: ReactNode;
  /** Before the word on the button. */
  readonly icon?: ReactNode;
}

/** A button for what cannot be taken back: it asks first. */
export function DangerButton({ verb = "Delete", what, isPending, error, onDo, children, icon }: Props) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <button type="button" className="danger" disabled={isPending} onClick={() => setAsking(true)}>
        {icon}
        {verb}
        <span className="hidden"> {what}</span>
      </button>
      {isAsking && (
        <ConfirmDelete
          verb={verb}
          what={what}
          error={error}
          isPending={isPending}
          onDelete={onDo}
          onClose={() => setAsking(false)}
        >
          {children}
        </ConfirmDelete>
      )}
    </>
  );
}
