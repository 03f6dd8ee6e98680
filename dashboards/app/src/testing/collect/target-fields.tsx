import type { ScenarioSet } from "../../platform/api/offline.ts";

/** The set that receives the rows. */
export type Target = { readonly kind: "new"; readonly name: string } | { readonly kind: "known"; readonly id: string };

export const targetOf = (target: Target) =>
  target.kind === "new" ? { name: target.name.trim() } : { scenarioId: target.id };

interface Props {
  readonly target: Target;
  readonly sets: readonly ScenarioSet[];
  readonly onChange: (target: Target) => void;
}

/** Selects a new scenario set, or the next version of an existing one. */
export function TargetFields({ target, sets, onChange }: Props) {
  const [first] = sets;
  return (
    <fieldset className="bare stack">
      <legend>Scenario set</legend>
      {first && (
        <div className="line">
          <label className="line">
            <input
              type="radio"
              name="target"
              checked={target.kind === "new"}
              onChange={() => onChange({ kind: "new", name: "" })}
            />
            A new one
          </label>
          <label className="line">
            <input
              type="radio"
              name="target"
              checked={target.kind === "known"}
              onChange={() => onChange({ kind: "known", id: first.id })}
            />
            One that is there: its next version
          </label>
        </div>
      )}
      {target.kind === "new" ? (
        <input
          required
          maxLength={200}
          aria-label="Name of the new set"
          placeholder="Name of the new set"
          value={target.name}
          onChange={({ target: { value } }) => onChange({ kind: "new", name: value })}
        />
      ) : (
        <select
          aria-label="Which set"
          value={target.id}
          onChange={({ target: { value } }) => onChange({ kind: "known", id: value })}
        >
          {sets.map(({ id, name, rows }) => (
            <option key={id} value={id}>
              {name} ({rows} {rows === 1 ? "row" : "rows"})
            </option>
          ))}
        </select>
      )}
    </fieldset>
  );
}
