import { Link } from "@tanstack/react-router";
import type { Definition } from "../../platform/api/models.ts";
import { Field } from "../models/field.tsx";
import { providersOf, type RunDraft, type RunType } from "./run-draft.ts";

interface Props {
  readonly definition: Definition | undefined;
  readonly type: RunType;
  readonly draft: RunDraft;
  /** The service has said that a key is missing. */
  readonly isAsked: boolean;
  readonly onChange: (keys: RunDraft["keys"]) => void;
}

/** Keys that hold for one run. */
export function RunKeys({ definition, type, draft, isAsked, onChange }: Props) {
  const providers = providersOf(definition, type, draft.simulation);
  if (providers.length === 0) return null;
  return (
    <details className="card" open={isAsked || Object.values(draft.keys).some((key) => key !== "")}>
      <summary>Keys for this run alone</summary>
      <div className="stack" style={{ marginTop: 10 }}>
        <KeyInputs providers={providers} keys={draft.keys} onChange={onChange} />
      </div>
    </details>
  );
}

interface InputProps {
  readonly providers: readonly string[];
  readonly keys: RunDraft["keys"];
  readonly onChange: (keys: RunDraft["keys"]) => void;
}

/** One key a provider; none is stored. */
export function KeyInputs({ providers, keys, onChange }: InputProps) {
  return (
    <>
      {providers.map((provider) => (
        <Field
          key={provider}
          label={`Key for ${provider}`}
          type="password"
          placeholder="empty: the model's own, or the project's"
          value={keys[provider] ?? ""}
          onChange={(key) => onChange({ ...keys, [provider]: key })}
        />
      ))}
      <p className="muted small">
        Used for this run and never stored: after a restart of the service the run asks for it again. One that stays is
        given to the model, or to the project under <Link to="/settings/providers">Settings ▸ Providers</Link>.
      </p>
    </>
  );
}
