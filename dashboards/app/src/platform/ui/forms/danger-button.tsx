import { type ReactNode, useState } from "react";
import { Button } from "../button.tsx";
import type { IconName } from "../icon.tsx";
import { Modal } from "../overlays/modal.tsx";
import { Wrong } from "../page.tsx";

interface Change<Given> {
  readonly isPending: boolean;
  readonly error: unknown;
  readonly mutate: (given: Given) => void;
}

interface ConfirmProps<Given> {
  /** The verb on the button and in the confirmation. */
  readonly verb?: "Delete" | "Remove" | "Revoke" | "Withdraw" | "Sign out";
  readonly what: string;
  /** What is confirmed, and its argument. */
  readonly by: Change<Given>;
  readonly given?: Given;
  readonly children: ReactNode;
}

/** Asks for confirmation before an irreversible action. */
export function ConfirmDelete<Given = void>(props: ConfirmProps<Given> & { readonly onClose: () => void }) {
  const { verb = "Delete", what, by, given, onClose, children } = props;
  return (
    <Modal
      title={`${verb} ${what}?`}
      onClose={onClose}
      actions={
        <Button
          text={verb === "Delete" ? "Delete for ever" : verb}
          className="danger"
          disabled={by.isPending}
          onClick={() => by.mutate(given as Given)}
        />
      }
    >
      <p>{children}</p>
      {by.error !== null && by.error !== undefined && <Wrong error={by.error} />}
    </Modal>
  );
}

/** A button for an irreversible action: it asks for confirmation first. */
export function DangerButton<Given = void>({ icon, ...props }: ConfirmProps<Given> & { readonly icon?: IconName }) {
  const [isConfirming, setConfirming] = useState(false);
  const { verb = "Delete", what, by } = props;
  return (
    <>
      <Button
        icon={icon}
        text={verb}
        of={what}
        className="danger"
        disabled={by.isPending}
        onClick={() => setConfirming(true)}
      />
      {isConfirming && <ConfirmDelete {...props} onClose={() => setConfirming(false)} />}
    </>
  );
}
