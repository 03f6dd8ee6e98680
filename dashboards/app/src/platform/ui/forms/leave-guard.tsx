import { useBlocker } from "@tanstack/react-router";
import { Modal } from "../overlays/modal.tsx";

/** Asks for confirmation before unsaved input is lost by navigation or by closing the tab. */
export function LeaveGuard({ isOn }: { isOn: boolean }) {
  const { status, proceed, reset } = useBlocker({
    // A change of the same page's filter does not lose anything.
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
