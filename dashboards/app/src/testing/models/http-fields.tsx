import { Checkbox, Field, SelectField } from "../../platform/ui/forms/field.tsx";
import { type HttpDraft, methods, type StepDraft, type StepName, stepNames, steps } from "./http-draft.ts";
import { Names, useNames } from "./names.tsx";

interface Props {
  readonly draft: HttpDraft;
  readonly change: (part: Partial<HttpDraft>) => void;
  /** Names in the row that is tried. */
  readonly names: readonly string[];
  readonly mistakes: Readonly<Record<string, string>>;
}

const always = ["latest_message", "message_history", "session_id", "turn", "access_token", "secret.NAME"];

/** Edits the requests of an application behind HTTP, and the paths of values in its responses. */
export function HttpFields({ draft, change, names, mistakes }: Props) {
  const { onFocusCapture, insert } = useNames();
  const changeStep = (name: StepName, part: Partial<StepDraft>) =>
    change({ steps: { ...draft.steps, [name]: { ...draft.steps[name], ...part } } });
  return (
    <div className="stack" onFocusCapture={onFocusCapture}>
      <div className="card names-bar">
        <Names names={[...names, ...always]} insert={insert} />
      </div>
      {stepNames.map((name) => (
        <Step
          key={name}
          name={name}
          step={draft.steps[name]}
          change={(part) => changeStep(name, part)}
          mistakes={mistakes}
        >
          {name === "nextTurn" && <Stream draft={draft} change={change} />}
        </Step>
      ))}
      <div className="line">
        <Field
          label="Seconds for each request"
          type="number"
          min={1}
          max={600}
          value={draft.seconds}
          onChange={(seconds) => change({ seconds })}
        />
      </div>
    </div>
  );
}

interface StepProps {
  readonly name: StepName;
  readonly step: StepDraft;
  readonly change: (part: Partial<StepDraft>) => void;
  readonly mistakes: Readonly<Record<string, string>>;
  readonly children: React.ReactNode;
}

function Step({ name, step, change, mistakes, children }: StepProps) {
  const { title, fields } = steps[name];
  const { on, method, url, headers, body, more } = step;
  return (
    <fieldset className="card" aria-label={title}>
      <div className="line">
        <h2 className="grow">{title}</h2>
        {name !== "nextTurn" && (
          <label className="line">
            <input
              type="checkbox"
              className="switch"
              checked={on}
              onChange={({ target }) => change({ on: target.checked })}
            />
            {on ? "enabled" : "disabled"}
            <span className="hidden">: {title}</span>
          </label>
        )}
      </div>
      {on && (
        <>
          <div className="line top">
            <SelectField
              label="Method"
              value={method}
              onChange={(value) => change({ method: value })}
              options={methods}
            />
            <Field
              label="Address"
              required
              mono
              takesNames
              placeholder="https://agent.example.com/chat"
              value={url}
              onChange={(next) => change({ url: next })}
            />
          </div>
          <Field
            label="Headers, one a line"
            rows={2}
            mono
            takesNames
            placeholder="Authorization: Bearer {secret.TOKEN}"
            value={headers}
            mistake={mistakes[`${name}.headers`]}
            onChange={(next) => change({ headers: next })}
          />
          <Field
            label="Body, JSON"
            rows={4}
            mono
            takesNames
            placeholder="none"
            value={body}
            mistake={mistakes[`${name}.body`]}
            onChange={(next) => change({ body: next })}
          />
          {fields.map((field) => (
            <Field
              key={field.name}
              label={field.label}
              mono
              required={field.name === "tokenPath" || field.name === "responsePath"}
              placeholder={field.placeholder}
              value={more[field.name] ?? ""}
              onChange={(next) => change({ more: { ...more, [field.name]: next } })}
            />
          ))}
          {children}
        </>
      )}
    </fieldset>
  );
}

function Stream({ draft, change }: Pick<Props, "draft" | "change">) {
  const { streams, event, stopAt } = draft;
  return (
    <>
      <Checkbox checked={streams} onChange={(checked) => change({ streams: checked })}>
        The answer comes as server-sent events; the path above is of each event's piece
      </Checkbox>
      {streams && (
        <div className="line">
          <Field
            label="Only events named"
            mono
            placeholder="all"
            value={event}
            onChange={(next) => change({ event: next })}
          />
          <Field label="Data that ends it" mono value={stopAt} onChange={(next) => change({ stopAt: next })} />
        </div>
      )}
    </>
  );
}
