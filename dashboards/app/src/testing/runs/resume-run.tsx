import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ForMembers } from "../../accounts/sign-in/for-members.tsx";
import { callApi } from "../../platform/api/client.ts";
import { modelQuery } from "../../platform/api/models.ts";
import { type TestRun, testRunQuery } from "../../platform/api/offline.ts";
import { handleSubmit } from "../../platform/ui/forms/handle-submit.ts";
import { Modal } from "../../platform/ui/overlays/modal.tsx";
import { Wrong } from "../../platform/ui/states.tsx";
import { emptyRun, providersOf } from "./run-draft.ts";
import { KeyInputs } from "./run-keys.tsx";

/** Continues a cancelled or failed run. Keys of the original run must be entered again. */
export function ResumeRun({ run }: { run: TestRun }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <ForMembers>
        <button type="button" className="primary" onClick={() => setOpen(true)}>
          Resume
        </button>
      </ForMembers>
      {isOpen && <ResumeForm run={run} onClose={() => setOpen(false)} />}
    </>
  );
}

function ResumeForm({ run, onClose }: { run: TestRun; onClose: () => void }) {
  const [keys, setKeys] = useState<Readonly<Record<string, string>>>({});
  const queries = useQueryClient();
  const definition = useQuery(modelQuery(run.modelId)).data?.definition;
  const driver = run.simulation?.driver.model;
  const simulation = {
    ...emptyRun.simulation,
    ...(driver === undefined ? {} : { by: "provider" as const, model: driver }),
  };
  const providers = providersOf(definition, run.type, simulation);
  const resume = useMutation({
    mutationFn: () => {
      const given = Object.entries(keys).filter(([, key]) => key !== "");
      return callApi("POST /test-runs/{id}/resume", {
        path: { id: run.id },
        body: { apiKeys: Object.fromEntries(given) },
      });
    },
    onSuccess: (changed) => {
      queries.setQueryData(testRunQuery(run.id).queryKey, changed);
      onClose();
    },
  });
  const { waiting, leased, done } = run.progress;
  const all = waiting + leased + done;
  return (
    <Modal
      title={`Resume ${run.name}`}
      onClose={onClose}
      actions={
        <button type="submit" form="resume" className="primary" disabled={resume.isPending}>
          Resume run
        </button>
      }
    >
      <form id="resume" className="form" onSubmit={handleSubmit(() => resume.mutate())}>
        <p>
          {done} of {all} attempts keep their results; {all - done} are made now.
        </p>
        {providers.length > 0 && <KeyInputs providers={providers} keys={keys} onChange={setKeys} />}
        {resume.error && <Wrong error={resume.error} />}
      </form>
    </Modal>
  );
}
