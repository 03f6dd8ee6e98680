import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { CheckPicker } from "../../checks/check-picker.tsx";
import { callApi } from "../../platform/api/client.ts";
import { Modal } from "../../platform/ui/overlays/modal.tsx";
import { Wrong } from "../../platform/ui/states.tsx";
import { type Chosen, chosenText, requestOf } from "./chosen.ts";
import { examinedAtMost, RunProgress } from "./run-progress.tsx";

interface Props {
  readonly chosen: Chosen;
  readonly onClose: () => void;
}

/** Runs checks over stored datapoints: verdicts are stored, nobody is notified. */
export function RunCheckForm({ chosen, onClose }: Props) {
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
      actions={
        !run && (
          <button
            type="button"
            className="primary"
            disabled={checks.length === 0 || start.isPending}
            onClick={() => start.mutate()}
          >
            Run
          </button>
        )
      }
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
