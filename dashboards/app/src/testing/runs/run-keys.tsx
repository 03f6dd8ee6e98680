import { Link } from "@tanstack/react-router";
import type { Definition } from "../../platform/api/models.ts";
import { Field } from "../../platform/ui/forms/field.tsx";
import { providersOf, type RunDraft, type RunType } from "./run-draft.ts";

interface Props {
  readonly definition: Definition | undefined;
  readonly type: RunType;
  readonly draft: RunDraft;
  /** Whether the service reported that a key is missing. */
  readonly isRequired: boolean;
  readonly onChange: (keys: RunDraft["keys"]) => void;
}

/** Edits keys for a single run. */
export function RunKeys({ definition, type, draft, isRequired, onChange }: Props) {
  const providers = providersOf(definition, type, draft.simulation);
  if (providers.length === 0) return null;
  return (
    <details className="card" open={isRequired || Object.values(draft.keys).some((key) => key !== "")}>
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

/** Shows one key input per provider; keys are not stored. */
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
        Used for this run and never stored: after a restart of the service you need to enter it again. To store a key,
        add it to the model, or to the project under <Link to="/settings/providers">Settings ▸ Providers</Link>.
      </p>
    </>
  );
}
