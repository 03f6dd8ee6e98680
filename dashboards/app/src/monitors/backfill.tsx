import { callApi } from "../platform/api/client.ts";
import type { CheckRun, Monitor } from "../platform/api/types.ts";
import { Button } from "../platform/ui/button.tsx";
import { countText } from "../platform/ui/format.tsx";
import { Modal } from "../platform/ui/overlays/modal.tsx";
import { Popover } from "../platform/ui/overlays/popover.tsx";
import { Wrong } from "../platform/ui/page.tsx";
import { rangeOf, ranges } from "../platform/ui/time/range.ts";
import { examinedAtMost, RunProgress } from "../testing/collect/run-check-form.tsx";

/** The monitor is saved even if its backfill could not start. */
export type Backfill =
  | { readonly kind: "running"; readonly run: CheckRun }
  | { readonly kind: "failed"; readonly error: unknown };

const offered = ["1h", "24h", "7d", "30d"] as const;

/** Saves the monitor and runs its checks on datapoints that were stored before it existed. */
export const BackfillChoice = ({ disabled, onChoose }: { disabled: boolean; onChoose: (range: string) => void }) => (
  <Popover label="Save & backfill …" disabled={disabled} align="start" up>
    {(close) => (
      <div className="stack" style={{ gap: 2 }}>
        {offered.map((range) => (
          <Button
            text={ranges[range].label}
            key={range}
            className="option"
            onClick={() => {
              close();
              onChoose(range);
            }}
          />
        ))}
        <p className="small muted">
          The checks evaluate matching stored datapoints, by the sample rate and the newest {countText(examinedAtMost)}{" "}
          at most, regardless of the limits. Verdicts are stored and counted on the monitor's page; no issue is opened
          and nobody is notified. The preview shows the cost of judges.
        </p>
      </div>
    )}
  </Popover>
);

export const beginBackfill = ({ id }: Pick<Monitor, "id">, range: string): Promise<Backfill> => {
  const { from, to } = rangeOf(range, Date.now());
  const iso = (at: number) => new Date(at).toISOString();
  return callApi("POST /verdicts", {
    body: { monitorId: id, from: iso(from), ...(to === undefined ? {} : { to: iso(to) }), limit: examinedAtMost },
  }).then(
    (run) => ({ kind: "running", run }),
    (error: unknown) => ({ kind: "failed", error }),
  );
};

export function BackfillModal({ backfill, onClose }: { backfill: Backfill | undefined; onClose: () => void }) {
  if (!backfill) return null;
  return (
    <Modal size="wide" title="The monitor is saved" onClose={onClose}>
      <h3>Backfill</h3>
      {backfill.kind === "failed" ? (
        <Wrong error={backfill.error} />
      ) : (
        <>
          <RunProgress id={backfill.run.id} />
          <p className="small muted">It continues after you close this dialog.</p>
        </>
      )}
    </Modal>
  );
}
