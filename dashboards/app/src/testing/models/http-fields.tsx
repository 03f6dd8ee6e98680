import { Checkbox, Field, fieldsOf, SelectField } from "../../platform/ui/forms/field.tsx";
import { type HttpDraft, methods, type StepDraft, type StepName, stepNames, steps } from "./http-draft.ts";
import { Names, useNames } from "./names.tsx";

interface Props {
  readonly draft: HttpDraft;
  readonly change: (part: Partial<HttpDraft>) => void;
  readonly names: readonly string[];
  readonly mistakes: Readonly<Record<string, string>>;
}

const always = ["latest_message", "message_history", "session_id", "turn", "access_token", "secret.NAME"];

export function HttpFields({ draft, change, names, mistakes }: Props) {
  const field = fieldsOf(draft, change);
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
        <Field label="Seconds for each request" type="number" min={1} max={600} {...field("seconds")} />
      </div>
    </div>
  );
}

const code = { mono: true, takesNames: true } as const;

interface StepProps {
  readonly name: StepName;
  readonly step: StepDraft;
  readonly change: (part: Partial<StepDraft>) => void;
  readonly mistakes: Readonly<Record<string, string>>;
  readonly children: React.ReactNode;
}

function Step({ name, step, change, mistakes, children }: StepProps) {
  const { title, fields } = steps[name];
  const { on, more } = step;
  const field = fieldsOf(step, change);
  return (
    <fieldset className="card" aria-label={title}>
      <div className="line">
        <h2 className="grow">{title}</h2>
        {name !== "nextTurn" && (
          <Checkbox {...field("on")} className="switch">
            {on ? "enabled" : "disabled"}
            <span className="hidden">: {title}</span>
          </Checkbox>
        )}
      </div>
      {on && (
        <>
          <div className="line top">
            <SelectField {...field("method")} label="Method" options={methods} />
            <Field {...field("url")} {...code} label="Address" required placeholder="https://agent.example.com/chat" />
          </div>
          <Field
            {...field("headers")}
            {...code}
            label="Headers, one a line"
            rows={2}
            placeholder="Authorization: Bearer {secret.TOKEN}"
            mistake={mistakes[`${name}.headers`]}
          />
          <Field
            {...field("body")}
            {...code}
            label="Body, JSON"
            rows={4}
            placeholder="none"
            mistake={mistakes[`${name}.body`]}
          />
          {fields.map(({ name: part, label, placeholder }) => (
            <Field
              key={part}
              label={label}
              mono
              required={part === "tokenPath" || part === "responsePath"}
              placeholder={placeholder}
              value={more[part] ?? ""}
              onChange={(next) => change({ more: { ...more, [part]: next } })}
            />
          ))}
          {children}
        </>
      )}
    </fieldset>
  );
}

function Stream({ draft, change }: Pick<Props, "draft" | "change">) {
  const field = fieldsOf(draft, change);
  return (
    <>
      <Checkbox {...field("streams")}>
        The answer comes as server-sent events; the path above is of each event's piece
      </Checkbox>
      {draft.streams && (
        <div className="line">
          <Field {...field("event")} label="Only events named" mono placeholder="all" />
          <Field {...field("stopAt")} label="Data that ends it" mono />
        </div>
      )}
    </>
  );
}
