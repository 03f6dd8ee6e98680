import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { callApi } from "../../platform/api/client.ts";
import { scenarioSetsQuery } from "../../platform/api/offline.ts";
import { Button } from "../../platform/ui/button.tsx";
import { countText } from "../../platform/ui/format.tsx";
import { handleSubmit, SelectField } from "../../platform/ui/forms/field.tsx";
import { Modal } from "../../platform/ui/overlays/modal.tsx";
import { useItems } from "../../platform/ui/overlays/more.tsx";
import { Wrong } from "../../platform/ui/page.tsx";
import { type Chosen, chosenText, jsonOrText, requestOf } from "./chosen.ts";
import { Collected, type Target, TargetFields, targetOf } from "./target-fields.tsx";

interface Props {
  readonly chosen: Chosen;
  readonly name: string;
  readonly onClose: () => void;
}

const forms = [
  ["conversation", "Conversation without system messages"],
  ["whole_dialog", "The whole dialog, with the system's messages"],
  ["last_user_message", "The user's last message alone"],
] as const;
const atMost = 1000;

/** Selects the target set, the part of a dialog that becomes the input, and the expected result. */
export function ScenarioForm({ chosen, name, onClose }: Props) {
  const [target, setTarget] = useState<Target>({ kind: "new", name });
  const [input, setInput] = useState<(typeof forms)[number][0]>("conversation");
  const [result, setResult] = useState("");
  const [limit, setLimit] = useState(chosen.kind === "named" ? atMost : Math.min(atMost, chosen.count ?? 100));
  const queries = useQueryClient();
  const sets = useItems(useInfiniteQuery(scenarioSetsQuery).data) ?? [];
  const single = chosen.kind === "named" && chosen.ids.length === 1 ? chosen.ids[0] : undefined;
  const collect = useMutation({
    mutationFn: () =>
      callApi("POST /scenario-sets/from-datapoints", {
        body: {
          ...targetOf(target),
          ...requestOf(chosen),
          input,
          limit,
          results:
            single === undefined || result.trim() === "" ? [] : [{ datapointId: single, result: jsonOrText(result) }],
        },
      }),
    onSuccess: () => void queries.invalidateQueries({ queryKey: scenarioSetsQuery.queryKey }),
  });
  if (collect.data) {
    return (
      <Modal title="Added to the scenario set" onClose={onClose}>
        <Collected collected={collect.data} />
      </Modal>
    );
  }
  return (
    <Modal
      title="Add to scenario"
      onClose={onClose}
      actions={
        <Button
          submits
          text={collect.isPending ? "Adding …" : "Add"}
          form="collect"
          className="primary"
          disabled={collect.isPending}
        />
      }
    >
      <form id="collect" className="form" onSubmit={handleSubmit(() => collect.mutate())}>
        <p>
          {chosenText(chosen)}: the model's input becomes the row's input. Its response is never used as the expected
          result. Secrets and personal data are replaced by markers.
        </p>
        <TargetFields target={target} sets={sets} onChange={setTarget} />
        <SelectField label="Input" value={input} onChange={setInput} options={forms} />
        {single !== undefined && (
          <label className="field">
            <span className="label">Expected result, as text or JSON</span>
            <textarea
              rows={3}
              placeholder="Left open"
              value={result}
              onChange={({ target: { value } }) => setResult(value)}
            />
          </label>
        )}
        {chosen.kind !== "named" && (
          <label className="field">
            <span className="label">The newest, at most {countText(atMost)}</span>
            <input
              type="number"
              min={1}
              max={atMost}
              value={limit}
              onChange={({ target: { valueAsNumber } }) => setLimit(valueAsNumber)}
            />
          </label>
        )}
        {collect.error && <Wrong error={collect.error} />}
      </form>
    </Modal>
  );
}
