import { useMutation, useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import { ask } from "../api/client.ts";
import { type Model, modelsQuery, type ScenarioSet, type TestRun } from "../api/offline.ts";
import { CheckPicker } from "../checks/check-picker.tsx";
import { Modal } from "../ui/modal.tsx";
import { Skeleton, Wrong } from "../ui/states.tsx";

interface Props {
  readonly set: ScenarioSet;
  readonly onClose: () => void;
}

const types = {
  NL_GENERATION: "Text or function calls",
  MULTI_CLASS_CLASSIFICATION: "Classification: the result is a label",
  INFORMATION_RETRIEVAL: "Retrieval: the result is a list of ids",
} as const;

/** Tries a scenario set on a registered model. */
export function NewRun({ set, onClose }: Props) {
  const { data, error } = useQuery(modelsQuery);
  return (
    <Modal title="Run against this scenario" onClose={onClose}>
      {error && <Wrong error={error} />}
      {!data && !error && <Skeleton rows={4} />}
      {data && data.items.length === 0 && (
        <>
          <p>No model is registered yet. Register one from your code: it is what the run calls.</p>
          <pre className="wrapped">{snippet(set.name)}</pre>
        </>
      )}
      {data && data.items.length > 0 && <RunForm set={set} models={data.items} onClose={onClose} />}
    </Modal>
  );
}

function RunForm({ set, models, onClose }: Props & { models: readonly Model[] }) {
  const [modelId, setModelId] = useState(models[0]?.id ?? "");
  const [name, setName] = useState(`${set.name}, version ${set.version}`.slice(0, 200));
  const [type, setType] = useState<keyof typeof types>("NL_GENERATION");
  const [checks, setChecks] = useState<readonly string[]>([]);
  const navigate = useNavigate();
  const start = useMutation({
    mutationFn: () =>
      ask<TestRun>("/test-runs", {
        method: "POST",
        body: { name: name.trim(), scenarioId: set.id, modelId, type, checks },
      }),
    onSuccess: ({ id }) => {
      onClose();
      void navigate({ to: "/test-runs/$id", params: { id } });
    },
  });
  const isOwnCode = models.find(({ id }) => id === modelId)?.definition.type === "custom";
  function submit(event: FormEvent) {
    event.preventDefault();
    start.mutate();
  }
  return (
    <form className="form" onSubmit={submit}>
      <label className="field">
        <span className="label">Name</span>
        <input required maxLength={200} value={name} onChange={({ target }) => setName(target.value)} />
      </label>
      <label className="field">
        <span className="label">Model</span>
        <select value={modelId} onChange={({ target }) => setModelId(target.value)}>
          {models.map((model) => (
            <option key={model.id} value={model.id}>
              {model.name}, version {model.version}
            </option>
          ))}
        </select>
      </label>
      {isOwnCode && (
        <p className="note">
          <span>
            This model is your own code: the run waits until it takes the rows. Started from the code, a run needs no
            waiting:
          </span>
          <code>model.run_test(scenario, checks)</code>
        </p>
      )}
      <label className="field">
        <span className="label">Type</span>
        <select value={type} onChange={({ target }) => setType(target.value as typeof type)}>
          {Object.entries(types).map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      </label>
      <CheckPicker chosen={checks} onChange={setChecks} />
      {start.error && <Wrong error={start.error} />}
      <div className="line modal-actions">
        <button type="submit" className="primary" disabled={start.isPending}>
          Start the run
        </button>
      </div>
    </form>
  );
}

const snippet = (name: string) => `import { Gaffe } from "@gaffe/sdk";

const gaffe = new Gaffe();
const model = await gaffe.register_model({ name: "My agent", models: { type: "custom", invoke } });
await model.run_test({ name: "First", scenario: ${JSON.stringify(name)}, checks: ["model_refusal"] });`;
