import { useQuery } from "@tanstack/react-query";
import { type FocusEvent, useRef } from "react";
import { judgesQuery } from "../../platform/api/queries.ts";
import { Button } from "../../platform/ui/button.tsx";
import { Field, SelectField } from "../../platform/ui/forms/field.tsx";
import type { ChosenModel } from "./draft.ts";

/** Returns the names that a row offers: the whole input, and its members if it is an object. */
export function rowNames(input: unknown): readonly string[] {
  const isObject = typeof input === "object" && input !== null && !Array.isArray(input);
  const keys = isObject ? Object.keys(input).filter((key) => /^[\w-]+$/.test(key)) : [];
  return ["scenario_input", ...keys.slice(0, 12).map((key) => `scenario_input.${key}`)];
}

/** Inserts a name at the last cursor position in any field of the form. */
export function useNames() {
  const last = useRef<HTMLInputElement | HTMLTextAreaElement>(null);
  /** Attach to the element around the fields that take names. */
  const onFocusCapture = ({ target }: FocusEvent) => {
    const takes = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
    if (takes && target.dataset["names"] !== undefined) last.current = target;
  };
  const insert = (name: string) => {
    const field = last.current ?? document.querySelector<HTMLTextAreaElement>("[data-names]");
    if (!field) return;
    field.focus();
    field.setRangeText(`{${name}}`, field.selectionStart ?? 0, field.selectionEnd ?? 0, "end");
    field.dispatchEvent(new Event("input", { bubbles: true }));
  };
  return { onFocusCapture, insert };
}

export const Names = ({ names, insert }: { names: readonly string[]; insert: (name: string) => void }) => (
  <div className="names" role="group" aria-label="Put a name into the text">
    {names.map((name) => (
      <Button text={`{${name}}`} key={name} className="chip" onClick={() => insert(name)} />
    ))}
  </div>
);

interface ModelChoiceProps {
  readonly chosen: ChosenModel;
  readonly change: (part: Partial<ChosenModel>) => void;
  readonly label: string;
  readonly owners: readonly (readonly [ChosenModel["by"], string])[];
  readonly modelLabel: string;
  /** Id of a datalist with suggested names. */
  readonly list?: string;
}

export function ModelChoice({
  chosen: { by, model, judge },
  change,
  label,
  owners,
  modelLabel,
  list,
}: ModelChoiceProps) {
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
