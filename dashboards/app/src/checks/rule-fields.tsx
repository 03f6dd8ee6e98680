import type { Draft } from "./draft.ts";

/** The result type of a check, and which results pass. */
export function RuleFields({ draft, change }: { draft: Draft; change: (part: Partial<Draft>) => void }) {
  return (
    <fieldset className="card">
      <legend className="hidden">Result</legend>
      <div className="field">
        <label htmlFor="output">Result</label>
        <select
          id="output"
          value={draft.output}
          onChange={({ target }) => change(startOf(target.value as Draft["output"], draft.kind))}
        >
          <option value="boolean">True or false</option>
          <option value="score">Score</option>
          <option value="category">Category</option>
        </select>
      </div>
      {draft.output === "boolean" && (
        <div className="field">
          <label htmlFor="pass-when">Passes when</label>
          <select
            id="pass-when"
            value={`${draft.passWhen}`}
            onChange={({ target }) => change({ passWhen: target.value === "true" })}
          >
            <option value="true">true: the name describes wanted behavior</option>
            <option value="false">false: the name describes unwanted behavior</option>
          </select>
        </div>
      )}
      {draft.output === "score" && (
        <div className="line">
          <Number label="From" value={draft.min} onChange={(min) => change({ min })} />
          <Number label="To" value={draft.max} onChange={(max) => change({ max })} />
          <Number label="Passes from" value={draft.passFrom} onChange={(passFrom) => change({ passFrom })} />
          <Number label="Passes up to" value={draft.passTo} onChange={(passTo) => change({ passTo })} />
        </div>
      )}
      {draft.output === "category" && (
        <>
          <Words label="Categories" value={draft.categories} onChange={(categories) => change({ categories })} />
          <Words label="Those that pass" value={draft.passing} onChange={(passing) => change({ passing })} />
        </>
      )}
    </fieldset>
  );
}

/** Returns the initial range: a judge rates in levels, code returns any number. */
function startOf(output: Draft["output"], kind: Draft["kind"]): Partial<Draft> {
  if (output !== "score") return { output };
  return kind === "judge"
    ? { output, min: "1", max: "5", passFrom: "4", passTo: "" }
    : { output, min: "0", max: "1", passFrom: "0.5", passTo: "" };
}

interface FieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function Number({ label, value, onChange }: FieldProps) {
  return (
    <label className="field" style={{ width: 110 }}>
      <span className="label">{label}</span>
      <input type="number" step="any" value={value} onChange={({ target }) => onChange(target.value)} />
    </label>
  );
}

function Words({ label, value, onChange }: FieldProps) {
  return (
    <label className="field">
      <span className="label">{label}</span>
      <input value={value} placeholder="kind, rude" onChange={({ target }) => onChange(target.value)} />
    </label>
  );
}
