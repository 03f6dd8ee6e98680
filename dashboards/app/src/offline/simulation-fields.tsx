import { useQuery } from "@tanstack/react-query";
import { checksQuery, judgesQuery } from "../api/queries.ts";
import { Field } from "../models/field.tsx";
import { Names, useNames } from "../models/names.tsx";
import type { SimulationDraft } from "./run-draft.ts";

interface Props {
  readonly draft: SimulationDraft;
  readonly change: (part: Partial<SimulationDraft>) => void;
  /** Of the rows of the set. */
  readonly names: readonly string[];
}

/** Who plays the user, who begins, and when it is over. */
export function SimulationFields({ draft, change, names }: Props) {
  const { onFocusCapture, insert } = useNames();
  return (
    <fieldset className="card" onFocusCapture={onFocusCapture}>
      <legend className="hidden">Simulated user</legend>
      <h2>Simulated user</h2>
      <Driver draft={draft} change={change} />
      <Names names={[...names, "scenario_result"]} insert={insert} />
      <Field
        label="Who the user is and wants"
        rows={4}
        takesNames
        required
        value={draft.prompt}
        onChange={(prompt) => change({ prompt })}
      />
      <div className="line">
        <label className="field">
          <span className="label">Who begins</span>
          <select
            value={draft.firstTurn}
            onChange={({ target }) => change({ firstTurn: target.value as SimulationDraft["firstTurn"] })}
          >
            <option value="driver">The simulated user</option>
            <option value="target">The model</option>
          </select>
        </label>
        <Field
          label="Turns at most"
          type="number"
          min={1}
          max={50}
          value={draft.maxTurns}
          onChange={(maxTurns) => change({ maxTurns })}
        />
        <Field
          label="Temperature"
          type="number"
          min={0}
          max={2}
          value={draft.temperature}
          onChange={(temperature) => change({ temperature })}
        />
      </div>
      <Stop draft={draft} change={change} />
      <label className="line">
        <input
          type="checkbox"
          checked={draft.everyTurn}
          onChange={({ target }) => change({ everyTurn: target.checked })}
        />
        The checks judge every answer, not only the whole conversation at its end
      </label>
    </fieldset>
  );
}

type Part = Pick<Props, "draft" | "change">;

function Driver({ draft: { by, model, judge }, change }: Part) {
  const judges = useQuery(judgesQuery).data?.items ?? [];
  const choose = (next: SimulationDraft["by"]) =>
    change({ by: next, judge: next === "judge" ? judge || (judges[0]?.name ?? "") : judge });
  return (
    <div className="line top">
      <label className="field">
        <span className="label">Played by</span>
        <select value={by} onChange={({ target }) => choose(target.value as SimulationDraft["by"])}>
          <option value="active">The active judge model</option>
          <option value="judge" disabled={judges.length === 0}>
            A judge of the project
          </option>
          <option value="provider">A provider's model</option>
        </select>
      </label>
      {by === "provider" && (
        <Field
          label="Model of the simulated user"
          required
          mono
          placeholder="openai/gpt-4.1-mini"
          value={model}
          onChange={(next) => change({ model: next })}
        />
      )}
      {by === "judge" && (
        <label className="field grow">
          <span className="label">Judge</span>
          <select value={judge} onChange={({ target }) => change({ judge: target.value })}>
            {judges.map(({ id, name, model: its }) => (
              <option key={id} value={name}>
                {name} ({its})
              </option>
            ))}
          </select>
        </label>
      )}
    </div>
  );
}

function Stop({ draft: { phrase, stopCheck, stopOn }, change }: Part) {
  const library = useQuery(checksQuery).data?.items ?? [];
  return (
    <div className="line top">
      <Field
        label="Ends when somebody says"
        placeholder="nothing in particular"
        value={phrase}
        onChange={(next) => change({ phrase: next })}
      />
      <label className="field grow">
        <span className="label">Ends by a check</span>
        <select value={stopCheck} onChange={({ target }) => change({ stopCheck: target.value })}>
          <option value="">none</option>
          {library.map(({ name, title }) => (
            <option key={name} value={name}>
              {title}
            </option>
          ))}
        </select>
      </label>
      {stopCheck !== "" && (
        <label className="field">
          <span className="label">When it</span>
          <select
            value={stopOn ? "passed" : "failed"}
            onChange={({ target }) => change({ stopOn: target.value === "passed" })}
          >
            <option value="passed">passes</option>
            <option value="failed">fails</option>
          </select>
        </label>
      )}
    </div>
  );
}
