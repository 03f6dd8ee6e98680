import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { callApi } from "../../platform/api/client.ts";
import { scenarioSetsQuery } from "../../platform/api/test-queries.ts";
import { useChange } from "../../platform/api/use-change.ts";
import { countText } from "../../platform/ui/format.tsx";
import { Field, SelectField } from "../../platform/ui/forms/field.tsx";
import { FormModal, Modal } from "../../platform/ui/overlays/modal.tsx";
import { useItems } from "../../platform/ui/page.tsx";
import { type Chosen, chosenText, jsonOrText, requestOf } from "./chosen.ts";
import { Collected, type Target, TargetFields, targetOf } from "./target-fields.tsx";

const forms = [
  ["conversation", "Conversation without system messages"],
  ["whole_dialog", "The whole dialog, with the system's messages"],
  ["last_user_message", "The user's last message alone"],
] as const;
const atMost = 1000;

export function ScenarioForm({ chosen, name, onClose }: { chosen: Chosen; name: string; onClose: () => void }) {
  const [target, setTarget] = useState<Target>({ kind: "new", name });
  const [input, setInput] = useState<(typeof forms)[number][0]>("conversation");
  const [result, setResult] = useState("");
  const [limit, setLimit] = useState(`${chosen.kind === "named" ? atMost : Math.min(atMost, chosen.count ?? 100)}`);
  const sets = useItems(useInfiniteQuery(scenarioSetsQuery).data) ?? [];
  const single = chosen.kind === "named" && chosen.ids.length === 1 ? chosen.ids[0] : undefined;
  const collect = useChange(
    () =>
      callApi("POST /scenario-sets/from-datapoints", {
        body: {
          ...targetOf(target),
          ...requestOf(chosen),
          input,
          limit: Number(limit),
          results:
            single === undefined || result.trim() === "" ? [] : [{ datapointId: single, result: jsonOrText(result) }],
        },
      }),
    { reloads: [scenarioSetsQuery] },
  );
  if (collect.data) {
    return (
      <Modal title="Added to the scenario set" onClose={onClose}>
        <Collected collected={collect.data} />
      </Modal>
    );
  }
  return (
    <FormModal
      title="Add to scenario"
      onClose={onClose}
      submit={collect.isPending ? "Adding …" : "Add"}
      by={collect}
      onSubmit={collect.mutate}
    >
      <p>
        {chosenText(chosen)}: the model's input becomes the row's input. Its response is never used as the expected
        result. Secrets and personal data are replaced by markers.
      </p>
      <TargetFields target={target} sets={sets} onChange={setTarget} />
      <SelectField label="Input" value={input} onChange={setInput} options={forms} />
      {single !== undefined && (
        <Field
          label="Expected result, as text or JSON"
          value={result}
          onChange={setResult}
          rows={3}
          placeholder="Left open"
        />
      )}
      {chosen.kind !== "named" && (
        <Field
          label={`The newest, at most ${countText(atMost)}`}
          type="number"
          step={1}
          min={1}
          max={atMost}
          value={limit}
          onChange={setLimit}
        />
      )}
    </FormModal>
  );
}
