import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { CheckPicker } from "../../checks/check-picker.tsx";
import { callApi } from "../../platform/api/client.ts";
import { queryOf } from "../../platform/api/query.ts";
import type { CheckRunDetail } from "../../platform/api/types.ts";
import { Button } from "../../platform/ui/button.tsx";
import { countText } from "../../platform/ui/format.tsx";
import { Modal } from "../../platform/ui/overlays/modal.tsx";
import { Wrong } from "../../platform/ui/page.tsx";
import { CodeCell, Numbers, Table } from "../../platform/ui/table.tsx";
import { type Chosen, chosenText, requestOf } from "./chosen.ts";

/** Runs checks over stored datapoints: verdicts are stored, nobody is notified. */
export function RunCheckForm({ chosen, onClose }: { chosen: Chosen; onClose: () => void }) {
  const [checks, setChecks] = useState<readonly string[]>([]);
  const start = useMutation({
    mutationFn: () =>
      callApi("POST /verdicts", {
        body: {
          ...requestOf(chosen),
          checks: checks.map((check) => ({ check })),
          ...(chosen.kind === "named" ? {} : { limit: examinedAtMost }),
        },
      }),
  });
  const run = start.data;
  return (
    <Modal
      size="wide"
      title="Run checks"
      onClose={onClose}
      actions={!run && <Button text="Run" className="primary" by={start} disabled={checks.length === 0} />}
    >
      {run ? (
        <RunProgress id={run.id} />
      ) : (
        <>
          <p>{chosenText(chosen)}: verdicts are stored with them; no issue is created and nobody is notified.</p>
          <CheckPicker chosen={checks} onChange={setChecks} />
          {start.error && <Wrong error={start.error} />}
        </>
      )}
    </Modal>
  );
}

/** Maximum number of datapoints per run; of more, the newest are checked. */
export const examinedAtMost = 10_000;

const isOver = (run: CheckRunDetail) => run.state !== "running" && run.verdicts.every(({ waiting }) => waiting === 0);

/** Shows the progress and the verdicts of a run of checks over stored datapoints. */
export function RunProgress({ id }: { id: string }) {
  const { data, error } = useQuery(
    queryOf(
      "GET /verdicts/runs/{id}",
      { path: { id } },
      { refetchInterval: ({ state }) => (state.data && isOver(state.data) ? false : 1000) },
    ),
  );
  if (error && !data) return <Wrong error={error} />;
  if (!data) return <p className="muted">Starting …</p>;
  return (
    <>
      <p role="status">
        {isOver(data) ? "Done" : "Running"}: {countText(data.examined)} of {countText(data.total)} examined.
        {data.problem !== undefined && ` ${data.problem}`}
      </p>
      {data.verdicts.length > 0 && (
        <Table label="Verdicts" head={["Check", ">Passed", ">Failed", ">Skipped", ">Broken", ">Waiting"]}>
          {data.verdicts.map(({ check, version, passed, failed, skipped, broken, waiting }) => (
            <tr key={`${check} ${version}`}>
              <CodeCell of={check} />
              <Numbers of={[passed, failed, skipped, broken, waiting]} muted={2} />
            </tr>
          ))}
        </Table>
      )}
    </>
  );
}
