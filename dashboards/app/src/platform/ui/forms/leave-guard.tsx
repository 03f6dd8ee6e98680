import { useBlocker } from "@tanstack/react-router";
import { Modal } from "../overlays/modal.tsx";

/** Asks before what was typed is left behind: by a link, a key, the way back, or by closing the tab. */
export function LeaveGuard({ isOn }: { isOn: boolean }) {
  const { status, proceed, reset } = useBlocker({
    // A filter of the same page is no leaving.
    shouldBlockFn: ({ current, next }) => isOn && current.pathname !== next.pathname,
    enableBeforeUnload: isOn,
    withResolver: true,
  });
  if (status !== "blocked") return null;
  return (
    <Modal
      title="Leave without saving?"
      onClose={reset}
      actions={
        <>
          <button type="button" className="danger" onClick={proceed}>
            Leave
          </button>
          <button type="button" className="primary" onClick={reset}>
            Stay here
          </button>
        </>
      }
    >
      <p>What you changed on this page is not saved.</p>
    </Modal>
  );
}
