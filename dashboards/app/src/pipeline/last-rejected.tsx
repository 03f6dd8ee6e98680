import { useNavigate, useRouter } from "@tanstack/react-router";
import { useRef } from "react";
import { type Search, useAddress } from "../platform/address/search.ts";
import type { RejectedRequest } from "../platform/api/types.ts";
import { Button } from "../platform/ui/button.tsx";
import { countText, Time } from "../platform/ui/format.tsx";
import { Modal } from "../platform/ui/overlays/modal.tsx";
import { Table } from "../platform/ui/table.tsx";

/** The last rejected requests, and what the client can fix. Going back closes them: they are open in the address. */
export function LastRejected({ requests }: { requests: readonly RejectedRequest[] }) {
  const [newest] = requests;
  const isOpen = useAddress().drawer === "rejected";
  const wasOpenedHere = useRef(false);
  const navigate = useNavigate();
  const { history } = useRouter();
  const show = (drawer: string | undefined) =>
    void navigate({ to: ".", search: (before: Search) => ({ ...before, drawer }), replace: drawer === undefined });
  function open() {
    wasOpenedHere.current = true;
    show("rejected");
  }
  function close() {
    // If it was opened here, closing goes one step back: this avoids a second Home entry in the history.
    if (wasOpenedHere.current) history.back();
    else show(undefined);
    wasOpenedHere.current = false;
  }
  return (
    <>
      {newest && (
        <p className="line">
          <Button text="Last rejected requests" onClick={open} />{" "}
          <span className="muted small">
            the newest <Time at={newest.at} />
          </span>
        </p>
      )}
      {isOpen && (
        <Modal size="drawer" title="Last rejected requests" onClose={close}>
          <p className="muted small">
            {requests.length === 0
              ? "None that is remembered: everything that came was taken in."
              : "The newest first; equal ones are one row. Of tokens only the beginning is known."}
          </p>
          {requests.length > 0 && (
            <Table label="Last rejected requests" head={["When", "Token", "Request", "Why, and what helps"]}>
              {requests.map(({ at, count, route, status, reason, fix, tokenHint }) => (
                <tr key={`${route} ${status} ${reason} ${tokenHint}`}>
                  <td className="nowrap">
                    <Time at={at} clock />
                    {count > 1 && <div className="muted small num">{countText(count)} times</div>}
                  </td>
                  <td className="nowrap">
                    {tokenHint === undefined ? <span className="muted">unknown token</span> : <code>{tokenHint}…</code>}
                  </td>
                  <td>
                    <code>{route}</code> <span className="muted num">{status === 200 ? "in part" : status}</span>
                  </td>
                  <td>
                    {reason}
                    {fix !== undefined && <div className="muted">{fix}</div>}
                  </td>
                </tr>
              ))}
            </Table>
          )}
        </Modal>
      )}
    </>
  );
}
