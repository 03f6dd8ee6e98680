import { useState } from "react";
import type { RejectedRequest } from "../api/types.ts";
import { countText } from "../ui/format.ts";
import { Modal } from "../ui/modal.tsx";
import { Table } from "../ui/table.tsx";
import { Time } from "../ui/time.tsx";

/** The last requests that were not taken, one by one: what came, why not, and what its sender can do. */
export function LastRejected({ requests }: { requests: readonly RejectedRequest[] }) {
  const [isOpen, setOpen] = useState(false);
  if (requests.length === 0) return null;
  return (
    <>
      <button type="button" style={{ justifySelf: "start" }} onClick={() => setOpen(true)}>
        Last rejected requests
      </button>
      {isOpen && (
        <Modal wide title="Last rejected requests" onClose={() => setOpen(false)}>
          <p className="muted small">
            The newest first; equal ones are one row. Of tokens only the beginning is known.
          </p>
          <Table label="Last rejected requests" head={["When", "Token", "Request", "Why, and what helps"]}>
            {requests.map(({ at, count, route, status, because, fix, tokenHint }) => (
              <tr key={`${route} ${status} ${because} ${tokenHint}`}>
                <td className="nowrap">
                  <Time at={at} clock />
                  {count > 1 && <div className="muted small num">{countText(count)} times</div>}
                </td>
                <td className="nowrap">
                  {tokenHint === undefined ? <span className="muted">none of ours</span> : <code>{tokenHint}…</code>}
                </td>
                <td>
                  <code>{route}</code> <span className="muted num">{status === 200 ? "in part" : status}</span>
                </td>
                <td>
                  {because}
                  {fix !== undefined && <div className="muted">{fix}</div>}
                </td>
              </tr>
            ))}
          </Table>
        </Modal>
      )}
    </>
  );
}
