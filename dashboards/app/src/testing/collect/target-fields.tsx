import type { CollectedSet, ScenarioSet } from "../../platform/api/types.ts";
import { TextLink } from "../../platform/ui/button.tsx";
import { countText } from "../../platform/ui/format.tsx";
import { Checkbox, Select } from "../../platform/ui/forms/field.tsx";

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
          <Checkbox
            isRadio
            name="target"
            value={target.kind === "new"}
            onChange={() => onChange({ kind: "new", name: "" })}
          >
            A new one
          </Checkbox>
          <Checkbox
            isRadio
            name="target"
            value={target.kind === "known"}
            onChange={() => onChange({ kind: "known", id: first.id })}
          >
            One that is there: its next version
          </Checkbox>
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
        <Select
          aria-label="Which set"
          value={target.id}
          onChange={(value) => onChange({ kind: "known", id: value })}
          options={sets.map(({ id, name, rows }) => [id, `${name} (${rows} ${rows === 1 ? "row" : "rows"})`] as const)}
        />
      )}
    </fieldset>
  );
}

const rowsText = (count: number) => `${countText(count)} ${count === 1 ? "row" : "rows"}`;

/** Shows the result: number of rows, what was left out and why, and what was replaced. */
export function Collected({ collected: { scenario, added, leftOut, more, redacted } }: { collected: CollectedSet }) {
  const reasons = Map.groupBy(leftOut, ({ reason }) => reason);
  return (
    <>
      <p role="status">
        {rowsText(added)} {added === 1 ? "is" : "are"} in <b>{scenario.name}</b>, version {scenario.version}.
      </p>
      {reasons.size > 0 && (
        <ul className="stack" aria-label="Left out">
          {Array.from(reasons, ([reason, all]) => (
            <li key={reason} className="muted">
              {countText(all.length)} left out: {reason}
            </li>
          ))}
        </ul>
      )}
      {redacted.length > 0 && (
        <p className="muted">
          Markers replace {redacted.map(({ type, count }) => `${count} × ${type.replaceAll("_", " ")}`).join(", ")}.
        </p>
      )}
      {more && <p className="muted">There are more than that: raise the number to take them, too.</p>}
      <p>
        <TextLink text="Open the set" to="/scenarios/$id" params={{ id: scenario.id }} className="button primary" />
      </p>
    </>
  );
}
