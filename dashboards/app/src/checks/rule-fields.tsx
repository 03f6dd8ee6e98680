import { Field, FieldCard, fieldsOf, SelectField } from "../platform/ui/forms/field.tsx";
import type { Draft } from "./draft.ts";

export function RuleFields({ draft, change }: { draft: Draft; change: (part: Partial<Draft>) => void }) {
  const field = fieldsOf(draft, change);
  return (
    <FieldCard name="Result">
      <SelectField
        label="Result"
        value={draft.output}
        onChange={(value) => change(startOf(value, draft.kind))}
        options={[
          ["boolean", "True or false"],
          ["score", "Score"],
          ["category", "Category"],
        ]}
      />
      {draft.output === "boolean" && (
        <SelectField
          label="Passes when"
          value={`${draft.passWhen}`}
          onChange={(value) => change({ passWhen: value === "true" })}
          options={[
            ["true", "true: the name describes wanted behavior"],
            ["false", "false: the name describes unwanted behavior"],
          ]}
        />
      )}
      {draft.output === "score" && (
        <div className="line">
          <Field {...field("min")} {...number} label="From" />
          <Field {...field("max")} {...number} label="To" />
          <Field {...field("passFrom")} {...number} label="Passes from" />
          <Field {...field("passTo")} {...number} label="Passes up to" />
        </div>
      )}
      {draft.output === "category" && (
        <>
          <Field {...field("categories")} label="Categories" placeholder="kind, rude" />
          <Field {...field("passing")} label="Those that pass" placeholder="kind, rude" />
        </>
      )}
    </FieldCard>
  );
}

/** Returns the initial range: a judge rates in levels, code returns any number. */
function startOf(output: Draft["output"], kind: Draft["kind"]): Partial<Draft> {
  if (output !== "score") return { output };
  return kind === "judge"
    ? { output, min: "1", max: "5", passFrom: "4", passTo: "" }
    : { output, min: "0", max: "1", passFrom: "0.5", passTo: "" };
}

const number = { type: "number", grow: false, style: { width: 110 } } as const;
