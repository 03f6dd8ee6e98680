import { Field, SelectField } from "../../platform/ui/forms/field.tsx";
import type { RunDraft, RunType } from "./run-draft.ts";

interface Props {
  readonly type: RunType;
  readonly draft: RunDraft;
  readonly isOwnCode: boolean;
  readonly change: (part: Partial<RunDraft>) => void;
}

/** Edits repeats, concurrency and the parameters of the run's type. */
export function RunSettings({ type, draft, isOwnCode, change }: Props) {
  return (
    <fieldset className="card">
      <legend className="hidden">Settings</legend>
      <div className="line top">
        <Field
          label="Attempts per row"
          type="number"
          min={1}
          max={100}
          value={draft.repeats}
          onChange={(repeats) => change({ repeats })}
        />
        {!isOwnCode && (
          <Field
            label="Calls at a time"
            type="number"
            min={1}
            max={64}
            value={draft.concurrency}
            onChange={(concurrency) => change({ concurrency })}
          />
        )}
        {type === "INFORMATION_RETRIEVAL" && (
          <Field label="Measured at the places" value={draft.atK} onChange={(atK) => change({ atK })} />
        )}
        {type === "INVARIANT" && (
          <SelectField
            grow
            label="Answers are the same when alike"
            value={draft.similarity}
            onChange={(value) => change({ similarity: value })}
            options={{ exact: "exactly", normalized: "but for case and punctuation", similar: "to four fifths" }}
          />
        )}
        <Field label="Tags" placeholder="release" value={draft.tags} onChange={(tags) => change({ tags })} />
      </div>
    </fieldset>
  );
}
