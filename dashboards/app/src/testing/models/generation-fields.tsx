import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { upstreamsQuery } from "../../platform/api/queries.ts";
import { Field, FieldCard, fieldsOf } from "../../platform/ui/forms/field.tsx";
import type { GenerationDraft } from "./draft.ts";
import { ModelChoice, Names, useNames } from "./names.tsx";

interface Props {
  readonly draft: GenerationDraft;
  readonly change: (part: Partial<GenerationDraft>) => void;
  readonly names: readonly string[];
  readonly mistakes: Readonly<Record<string, string>>;
}

export function GenerationFields({ draft, change, names, mistakes }: Props) {
  const bound = fieldsOf(draft, change);
  const field = (name: Exclude<keyof GenerationDraft, "by">) => ({ ...bound(name), mistake: mistakes[name] });
  const { onFocusCapture, insert } = useNames();
  return (
    <>
      <WhoseModel draft={draft} change={change} />
      <FieldCard name="Prompt" isTitled onFocusCapture={onFocusCapture}>
        <Names names={names} insert={insert} />
        <Field label="System prompt" rows={4} takesNames placeholder="You work for a shop." {...field("system")} />
        <Field
          label="User prompt"
          rows={4}
          takesNames
          placeholder="Empty: the row's input; a recorded dialog as its messages"
          {...field("user")}
        />
        <div className="line">
          <Field
            label="Temperature"
            type="number"
            min={0}
            max={2}
            placeholder="the provider's"
            {...field("temperature")}
          />
          <Field label="Seconds for an answer" type="number" min={1} max={600} placeholder="60" {...field("seconds")} />
        </div>
        <details open={draft.tools !== "" || draft.params !== "" || draft.dialog !== ""}>
          <summary>Tools, parameters, a whole dialog</summary>
          <div className="stack" style={{ marginTop: 10 }}>
            <Field
              label="Tools, as OpenAI's Chat Completions spell them"
              rows={6}
              mono
              placeholder='[{"type": "function", "function": {"name": "refund", "parameters": {…}}}]'
              {...field("tools")}
            />
            <Field
              label="Other parameters of the request, in OpenAI's words"
              rows={3}
              mono
              placeholder='{"max_tokens": 400, "response_format": {"type": "json_object"}}'
              {...field("params")}
            />
            <Field
              label="A whole dialog instead of the two prompts"
              rows={4}
              mono
              takesNames
              placeholder='[{"role": "user", "content": "{scenario_input}"}]'
              {...field("dialog")}
            />
          </div>
        </details>
      </FieldCard>
    </>
  );
}

const owners = [
  ["provider", "A provider's"],
  ["judge", "A judge's of the project"],
  ["active", "The active judge's"],
] as const;

function WhoseModel({ draft, change }: Pick<Props, "draft" | "change">) {
  const upstreams = useQuery(upstreamsQuery).data?.items ?? [];
  return (
    <FieldCard name="Which model">
      <ModelChoice
        chosen={draft}
        change={change}
        label="Whose model"
        owners={owners}
        modelLabel="Model"
        list="upstreams"
      />
      <datalist id="upstreams">
        {upstreams.map(({ id }) => (
          <option key={id} value={`${id}/`} />
        ))}
      </datalist>
      <p className="muted small">
        {draft.by === "provider" ? (
          <>
            As the proxy takes it: <code>openai/…</code>, <code>claude-…</code>, <code>gemini-…</code>, or{" "}
            <code>upstream/…</code> with an id of <Link to="/settings/providers">Settings ▸ Providers</Link>.
          </>
        ) : (
          <>
            Its address, key and daily limits are set under <Link to="/settings/judges">Settings ▸ Judges</Link>.
          </>
        )}
      </p>
    </FieldCard>
  );
}
