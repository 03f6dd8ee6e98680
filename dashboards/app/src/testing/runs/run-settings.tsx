import { Link } from "@tanstack/react-router";
import type { Definition } from "../../platform/api/types.ts";
import { Field, FieldCard, fieldsOf, SelectField } from "../../platform/ui/forms/field.tsx";
import { providersOf, type RunDraft, type RunType } from "./run-draft.ts";

interface Props {
  readonly type: RunType;
  readonly draft: RunDraft;
  readonly isOwnCode: boolean;
  readonly change: (part: Partial<RunDraft>) => void;
}

export function RunSettings({ type, draft, isOwnCode, change }: Props) {
  const field = fieldsOf(draft, change);
  return (
    <FieldCard name="Settings">
      <div className="line top">
        <Field label="Attempts per row" type="number" min={1} max={100} {...field("repeats")} />
        {!isOwnCode && <Field label="Calls at a time" type="number" min={1} max={64} {...field("concurrency")} />}
        {type === "INFORMATION_RETRIEVAL" && <Field label="Measured at the places" {...field("atK")} />}
        {type === "INVARIANT" && (
          <SelectField
            grow
            label="Answers are the same when alike"
            {...field("similarity")}
            options={{ exact: "exactly", normalized: "but for case and punctuation", similar: "to four fifths" }}
          />
        )}
        <Field label="Tags" placeholder="release" {...field("tags")} />
      </div>
    </FieldCard>
  );
}

interface RunKeysProps {
  readonly definition: Definition | undefined;
  readonly type: RunType;
  readonly draft: RunDraft;
  readonly isRequired: boolean;
  readonly onChange: (keys: RunDraft["keys"]) => void;
}

export function RunKeys({ definition, type, draft, isRequired, onChange }: RunKeysProps) {
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

export const KeyInputs = ({ providers, keys, onChange }: InputProps) => (
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
      Used for this run and never stored: after a restart of the service you need to enter it again. To store a key, add
      it to the model, or to the project under <Link to="/settings/providers">Settings ▸ Providers</Link>.
    </p>
  </>
);
