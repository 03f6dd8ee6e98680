import { Link } from "@tanstack/react-router";
import type { Definition } from "../../platform/api/types.ts";
import { Checkbox, Field, FieldCard, fieldsOf, SelectField } from "../../platform/ui/forms/field.tsx";
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

interface SkippedChecksProps {
  /** The chosen checks. */
  readonly checks: readonly string[];
  readonly allowed: RunDraft["allowSkipped"];
  readonly onChange: (allowed: RunDraft["allowSkipped"]) => void;
}

export function SkippedChecks({ checks, allowed, onChange }: SkippedChecksProps) {
  if (checks.length === 0) return null;
  return (
    <details className="card" open={checks.some((name) => allowed.includes(name))}>
      <summary>Checks that may give no verdict</summary>
      <div className="stack" style={{ marginTop: 10 }}>
        {checks.map((name) => (
          <Checkbox
            key={name}
            value={allowed.includes(name)}
            onChange={(isAllowed) =>
              onChange(isAllowed ? [...allowed, name] : allowed.filter((other) => other !== name))
            }
          >
            {name}
          </Checkbox>
        ))}
        <p className="muted small">
          A run does not pass if a check judged no row, for example because no judge model is configured or expected
          results are missing. A selected check is skipped where it gives no verdict.
        </p>
      </div>
    </details>
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
