import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { CheckPicker } from "../../checks/check-picker.tsx";
import { callApi } from "../../platform/api/client.ts";
import { generatorsQuery, scenarioSetsQuery } from "../../platform/api/test-queries.ts";
import type { GeneratedSet, GenerationPreview, Generator, ScenarioSet } from "../../platform/api/types.ts";
import { useChange } from "../../platform/api/use-change.ts";
import { Button, TextLink } from "../../platform/ui/button.tsx";
import { Checkbox, Field, fieldsOf, handleSubmit, SelectField } from "../../platform/ui/forms/field.tsx";
import { Modal } from "../../platform/ui/overlays/modal.tsx";
import { Awaited, Wrong } from "../../platform/ui/page.tsx";
import { CodeCell, Table } from "../../platform/ui/table.tsx";
import { jsonText } from "../runs/words.tsx";
import { emptyGeneration, type GenerationDraft, generationOf, isCustom, tones, typeText } from "./generation-draft.ts";

export function GenerateRows({ set, onClose }: { set: ScenarioSet; onClose: () => void }) {
  const { data, error } = useQuery(generatorsQuery);
  return (
    <Modal title={`Generate rows from ${set.name}`} onClose={onClose} size="wide">
      <Awaited data={data} error={error} rows={5} />
      {data && <GenerateForm set={set} generators={data.items} />}
    </Modal>
  );
}

function GenerateForm({ set, generators }: { set: ScenarioSet; generators: readonly Generator[] }) {
  const [draft, setDraft] = useState<GenerationDraft>({ ...emptyGeneration, name: `${set.name}, varied` });
  const change = (part: Partial<GenerationDraft>) => {
    setDraft((before) => ({ ...before, ...part }));
    preview.reset();
  };
  const field = fieldsOf(draft, change);
  const body = generationOf(draft, set.id);
  const preview = useMutation({
    mutationFn: () => callApi("POST /scenario-sets/generate/preview", { body }),
  });
  const make = useChange(
    () => callApi("POST /scenario-sets/generate", { body: { ...body, name: draft.name.trim() } }),
    { reloads: [scenarioSetsQuery] },
  );
  const generator = generators.find(({ type }) => type === draft.type);
  const isPending = preview.isPending || make.isPending;
  if (make.data) return <Made made={make.data} />;
  return (
    <form className="form" onSubmit={handleSubmit(() => make.mutate())}>
      <div className="line top">
        <label className="field grow">
          <span className="label">Way of varying</span>
          <select value={draft.type} onChange={({ target }) => change({ type: target.value })}>
            <optgroup label="By rule: reproducible and immediate">
              <Ways generators={generators.filter(({ needsModel }) => !needsModel)} />
            </optgroup>
            <optgroup label="Written by the active judge model">
              <Ways generators={generators.filter(({ needsModel }) => needsModel)} />
            </optgroup>
          </select>
        </label>
        <Field label="Rows of each seed" type="number" min={1} max={50} {...field("numberExamples")} />
      </div>
      {generator && (
        <p className="muted small">
          {generator.description}.{" "}
          {generator.keepsResult
            ? "Expected results stay the same."
            : "The model writes the expected results or leaves them empty: review them."}
        </p>
      )}
      <ByType draft={draft} generator={generator} change={change} />
      <Field
        label="Name of the set that is made"
        required
        value={draft.name}
        onChange={(name) => setDraft((before) => ({ ...before, name }))}
      />
      <CheckPicker chosen={draft.checks} onChange={(checks) => change({ checks })} />
      <p className="muted small">Every row is held against these checks; those that fail are shown and left out.</p>
      {preview.error && <Wrong error={preview.error} />}
      {make.error && <Wrong error={make.error} />}
      {preview.data && <GeneratedRows {...preview.data} />}
      <div className="line modal-actions">
        <Button
          text={preview.isPending ? "Generating …" : "Preview"}
          disabled={isPending}
          onClick={() => preview.mutate()}
        />
        <Button
          submits
          text={make.isPending ? "Generating …" : "Generate the set"}
          className="primary"
          disabled={isPending || draft.name.trim() === ""}
        />
      </div>
    </form>
  );
}

const Ways = ({ generators }: { generators: readonly Generator[] }) =>
  generators.map(({ type }) => (
    <option key={type} value={type}>
      {typeText(type)}
    </option>
  ));

interface ByTypeProps {
  readonly draft: GenerationDraft;
  readonly generator: Generator | undefined;
  readonly change: (part: Partial<GenerationDraft>) => void;
}

function ByType({ draft, generator, change }: ByTypeProps) {
  const field = fieldsOf(draft, change);
  const needsModel = generator?.needsModel ?? false;
  return (
    <>
      {draft.type === "SYNONYMS" && (
        <Field
          label="Synonyms, one group a line, separated by commas"
          rows={3}
          required
          placeholder="order, purchase&#10;refund, money back"
          {...field("synonyms")}
        />
      )}
      {isCustom(draft.type) && (
        <Field
          label="What to write, in your own words"
          rows={3}
          required
          placeholder="Questions that a customer in a hurry would ask about the same matter."
          {...field("prompt")}
        />
      )}
      <div className="line top">
        {needsModel && <SelectField label="Tone" {...field("tone")} options={tones} />}
        <Field label="Put before each" {...field("before")} />
        <Field label="Put after each" {...field("after")} />
      </div>
      {needsModel && <Checkbox {...field("lockResult")}>Keep the seed's expected result in every row</Checkbox>}
    </>
  );
}

const Made = ({ made }: { made: GeneratedSet }) => (
  <div className="stack">
    <p role="status">
      {made.rows} {made.rows === 1 ? "row is" : "rows are"} in <b>{made.name}</b>. Each names its seed.
    </p>
    <GeneratedRows rows={[]} failedData={made.failedData} unanswered={made.unanswered} reason={made.reason} />
    <p>
      <TextLink text="Open the set" to="/scenarios/$id" params={{ id: made.id }} className="button primary" />
    </p>
  </div>
);

type GeneratedRowsProps = Pick<GenerationPreview, "rows" | "failedData" | "unanswered"> & {
  readonly reason?: string | undefined;
  readonly more?: boolean;
};

const GeneratedRows = ({ rows, failedData, unanswered, reason, more = false }: GeneratedRowsProps) => (
  <>
    {rows.length > 0 && (
      <Table label="Generated rows" head={["Input", "Expected"]}>
        {rows.map(({ input, result }) => (
          <tr key={JSON.stringify(input)}>
            <td className="cell-text">{jsonText(input)}</td>
            <td className="cell-text muted">{jsonText(result)}</td>
          </tr>
        ))}
      </Table>
    )}
    {more && rows.length > 0 && <p className="muted small">And more of this kind.</p>}
    {failedData.length > 0 && (
      <>
        <p>
          {failedData.length} {failedData.length === 1 ? "row was" : "rows were"} refused by a check:
        </p>
        <Table label="Refused rows" head={["Input", "Check", "Why"]}>
          {failedData.map(({ input, check, reason: why }) => (
            <tr key={JSON.stringify(input)}>
              <td className="cell-text">{jsonText(input)}</td>
              <CodeCell of={check} />
              <td className="cell-text">{why}</td>
            </tr>
          ))}
        </Table>
      </>
    )}
    {unanswered > 0 && (
      <p className="note warn">
        <strong>
          {unanswered} {unanswered === 1 ? "question" : "questions"} to the model gave no row
        </strong>
        {reason !== undefined && <span>{reason}</span>}
      </p>
    )}
    {rows.length + failedData.length + unanswered === 0 && more && <p className="muted">Nothing came.</p>}
  </>
);
