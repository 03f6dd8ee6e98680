import { useInfiniteQuery, useMutation, useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { ForMembers } from "../../accounts/sign-in/roles.tsx";
import { CheckPicker } from "../../checks/check-picker.tsx";
import { callApi } from "../../platform/api/client.ts";
import { modelQuery, scenarioSetsQuery, testRunLists, testRunQuery } from "../../platform/api/test-queries.ts";
import type { TestRun } from "../../platform/api/types.ts";
import { useChange } from "../../platform/api/use-change.ts";
import { Button, TextLink } from "../../platform/ui/button.tsx";
import { DangerButton } from "../../platform/ui/forms/danger-button.tsx";
import { Field, handleSubmit } from "../../platform/ui/forms/field.tsx";
import { FormModal, Modal } from "../../platform/ui/overlays/modal.tsx";
import { useToast } from "../../platform/ui/overlays/toast.tsx";
import { useItems, Wrong } from "../../platform/ui/page.tsx";
import { type Target, TargetFields, targetOf } from "../collect/target-fields.tsx";
import { emptyRun, providersOf } from "./run-draft.ts";
import { KeyInputs } from "./run-settings.tsx";

export function RunActions({ run }: { run: TestRun }) {
  const [open, setOpen] = useState<"failing" | "judge">();
  const close = () => setOpen(undefined);
  return (
    <>
      <TextLink
        text="Run again"
        to="/test-runs/new"
        search={{
          scenario: run.scenarioId,
          model: run.modelId,
          type: run.type,
          checks: run.checks.flatMap(({ check, local }) => (local ? [] : check)).join(",") || undefined,
          again: run.id,
        }}
        className="button"
      />
      <ForMembers>
        <Button text="Failing rows to a set" onClick={() => setOpen("failing")} />
        <Button text="Re-evaluate" onClick={() => setOpen("judge")} />
        <DeleteRun run={run} />
      </ForMembers>
      {open === "failing" && <FailingRows run={run} onClose={close} />}
      {open === "judge" && <JudgeAgain run={run} onClose={close} />}
    </>
  );
}

function DeleteRun({ run }: { run: TestRun }) {
  const navigate = useNavigate();
  const toast = useToast();
  const remove = useChange(() => callApi("DELETE /test-runs/{id}", { path: { id: run.id } }), {
    reloads: [testRunLists],
    onSuccess: () => {
      void navigate({ to: "/test-runs" });
      toast(`${run.name} is deleted`);
    },
  });
  return (
    <DangerButton what={run.name} by={remove}>
      This deletes its rows, responses and metrics. Datapoints that other runs use remain, as do runs that re-evaluated
      its responses.
    </DangerButton>
  );
}

interface Props {
  readonly run: TestRun;
  readonly onClose: () => void;
}

function FailingRows({ run, onClose }: Props) {
  const [target, setTarget] = useState<Target>({ kind: "new", name: `Failing in ${run.name}`.slice(0, 200) });
  const sets = useItems(useInfiniteQuery(scenarioSetsQuery).data) ?? [];
  const make = useChange(
    () => callApi("POST /scenario-sets/from-test-run", { body: { ...targetOf(target), runId: run.id } }),
    { reloads: [scenarioSetsQuery] },
  );
  const { data } = make;
  return (
    <Modal
      title="Failing rows to a scenario set"
      onClose={onClose}
      actions={!data && <Button submits text="Add" form="failing" className="primary" by={make} />}
    >
      {data ? (
        <>
          <p role="status">
            {data.added} {data.added === 1 ? "row is" : "rows are"} in <b>{data.scenario.name}</b>, version{" "}
            {data.scenario.version}
            {data.known > 0 && `; ${data.known} it had already`}.
          </p>
          <p>
            <TextLink
              text="Open the set"
              to="/scenarios/$id"
              params={{ id: data.scenario.id }}
              className="button primary"
            />
          </p>
        </>
      ) : (
        <form id="failing" className="form" onSubmit={handleSubmit(() => make.mutate())}>
          <p>Rows that failed a check or have no response, with their expected results.</p>
          <TargetFields target={target} sets={sets} onChange={setTarget} />
          {make.error && <Wrong error={make.error} />}
        </form>
      )}
    </Modal>
  );
}

function JudgeAgain({ run, onClose }: Props) {
  // The service cannot run checks that exist only in the caller's code.
  const here = run.checks.filter(({ local }) => local === undefined).map(({ check }) => check);
  const [checks, setChecks] = useState<readonly string[]>(here);
  const [name, setName] = useState(`${run.name}, re-evaluated`.slice(0, 200));
  const navigate = useNavigate();
  const judge = useMutation({
    mutationFn: () =>
      callApi("POST /test-runs/{id}/reevaluate", {
        path: { id: run.id },
        body: { name: name.trim(), checks: checks.map((check) => optionsOf(run, check)) },
      }),
    onSuccess: ({ id }) => {
      onClose();
      void navigate({ to: "/test-runs/$id", params: { id } });
    },
  });
  return (
    <FormModal
      title="Judge the answers again"
      onClose={onClose}
      submit="Judge"
      by={judge}
      disabled={checks.length === 0}
      onSubmit={judge.mutate}
    >
      <p>Creates a new run from the same responses: no model is called, and this run does not change.</p>
      <Field label="Name" value={name} onChange={setName} required maxLength={200} />
      <CheckPicker chosen={checks} onChange={setChecks} />
    </FormModal>
  );
}

/** Returns the options that the run gave the check; default options for another check. */
const optionsOf = (run: TestRun, check: string) =>
  run.checks.find((one) => one.check === check) ?? { check, options: {} };

/** Continues a cancelled or failed run. Keys of the original run must be entered again. */
export function ResumeRun({ run }: { run: TestRun }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <ForMembers>
        <Button text="Resume" className="primary" onClick={() => setOpen(true)} />
      </ForMembers>
      {isOpen && <ResumeForm run={run} onClose={() => setOpen(false)} />}
    </>
  );
}

function ResumeForm({ run, onClose }: { run: TestRun; onClose: () => void }) {
  const [keys, setKeys] = useState<Readonly<Record<string, string>>>({});
  const definition = useQuery(modelQuery(run.modelId)).data?.definition;
  const driver = run.simulation?.driver.model;
  const simulation = {
    ...emptyRun.simulation,
    ...(driver === undefined ? {} : { by: "provider" as const, model: driver }),
  };
  const providers = providersOf(definition, run.type, simulation);
  const resume = useChange(
    () => {
      const given = Object.entries(keys).filter(([, key]) => key !== "");
      return callApi("POST /test-runs/{id}/resume", {
        path: { id: run.id },
        body: { apiKeys: Object.fromEntries(given) },
      });
    },
    { stores: () => [testRunQuery(run.id)], onSuccess: onClose },
  );
  const { waiting, leased, done } = run.progress;
  const all = waiting + leased + done;
  return (
    <FormModal title={`Resume ${run.name}`} onClose={onClose} submit="Resume run" by={resume} onSubmit={resume.mutate}>
      <p>
        {done} of {all} attempts keep their results; {all - done} are made now.
      </p>
      {providers.length > 0 && <KeyInputs providers={providers} keys={keys} onChange={setKeys} />}
    </FormModal>
  );
}
