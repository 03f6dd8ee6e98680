import { useQuery } from "@tanstack/react-query";
import { judgesQuery } from "../../platform/api/queries.ts";
import { Field, SelectField } from "../../platform/ui/forms/field.tsx";
import type { ChosenModel } from "./draft.ts";

interface Props {
  readonly chosen: ChosenModel;
  readonly change: (part: Partial<ChosenModel>) => void;
  readonly label: string;
  /** In the order of the menu. */
  readonly owners: readonly (readonly [ChosenModel["by"], string])[];
  readonly modelLabel: string;
  /** Id of a datalist with suggested names. */
  readonly list?: string;
}

/** Chooses whose model is called, and which. */
export function ModelChoice({ chosen: { by, model, judge }, change, label, owners, modelLabel, list }: Props) {
  const judges = useQuery(judgesQuery).data?.items ?? [];
  const choose = (next: ChosenModel["by"]) =>
    change({ by: next, judge: next === "judge" ? judge || (judges[0]?.name ?? "") : judge });
  return (
    <div className="line top">
      <label className="field">
        <span className="label">{label}</span>
        <select value={by} onChange={({ target }) => choose(target.value as ChosenModel["by"])}>
          {owners.map(([owner, words]) => (
            <option key={owner} value={owner} disabled={owner === "judge" && judges.length === 0}>
              {words}
            </option>
          ))}
        </select>
      </label>
      {by === "provider" && (
        <Field
          label={modelLabel}
          required
          mono
          {...(list === undefined ? {} : { list })}
          placeholder="openai/gpt-4.1-mini"
          value={model}
          onChange={(next) => change({ model: next })}
        />
      )}
      {by === "judge" && (
        <SelectField
          grow
          label="Judge"
          value={judge}
          onChange={(value) => change({ judge: value })}
          options={judges.map(({ name, model: its }) => [name, `${name} (${its})`] as const)}
        />
      )}
    </div>
  );
}
