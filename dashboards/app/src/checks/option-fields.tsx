import { useId, useState } from "react";
import type { Check, NewMonitor } from "../platform/api/types.ts";
import { Select } from "../platform/ui/forms/field.tsx";
import { FactList } from "../platform/ui/page.tsx";

type Options = NonNullable<NewMonitor["checks"][number]["options"]>;

interface Rule {
  readonly type?: unknown;
  readonly enum?: readonly unknown[];
  readonly default?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
}

interface Props {
  readonly check: string;
  readonly title?: string;
  readonly schema: Check["optionsSchema"] | undefined;
  readonly options: Options;
  readonly onChange: (options: Options) => void;
}

/** A field for each option. An empty field means the default; the service reports invalid values on saving. */
export function OptionFields({ check, title, schema, options, onChange }: Props) {
  const rules = Object.entries((schema?.["properties"] ?? {}) as Readonly<Record<string, Rule>>);
  if (rules.length === 0) return null;
  return (
    <fieldset className="bare options">
      <legend className={title === undefined ? "hidden" : "small"}>Options of {title ?? check}</legend>
      {rules.map(([name, rule]) => (
        <OptionField
          key={name}
          name={name}
          rule={rule}
          value={options[name]}
          onChange={(value) => {
            const { [name]: _, ...rest } = options;
            onChange(value === undefined ? rest : { ...rest, [name]: value });
          }}
        />
      ))}
    </fieldset>
  );
}

interface FieldProps {
  readonly name: string;
  readonly rule: Rule;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
}

function OptionField(props: FieldProps) {
  const { name, rule, value, onChange } = props;
  const id = useId();
  const words = name.replaceAll("_", " ");
  if (rule.type === "boolean") {
    return (
      <label className="line small">
        <input
          type="checkbox"
          checked={(value ?? rule.default) === true}
          onChange={({ target }) => onChange(target.checked === (rule.default ?? false) ? undefined : target.checked)}
        />
        {words}
      </label>
    );
  }
  const choices = rule.enum?.filter((one) => typeof one === "string");
  return (
    <div className="field">
      <label htmlFor={id}>{words}</label>
      {choices ? (
        <Select
          id={id}
          value={typeof value === "string" ? value : ""}
          onChange={(value) => onChange(value === "" ? undefined : value)}
          options={[["", typeof rule.default === "string" ? `${rule.default} (usual)` : "usual"], ...choices]}
        />
      ) : (
        <Typed id={id} {...props} />
      )}
    </div>
  );
}

/** A field for a number or a text; any other type is edited as JSON. */
function Typed({ id, rule, value, onChange }: FieldProps & { readonly id: string }) {
  const isNumber = rule.type === "number" || rule.type === "integer";
  const isText = rule.type === "string";
  const [text, setText] = useState(
    value === undefined ? "" : typeof value === "string" && isText ? value : JSON.stringify(value),
  );
  const read = (typed: string): unknown => (isText ? typed : parsed(typed));
  const isWrong = text.trim() !== "" && read(text) === undefined;
  return (
    <>
      <input
        id={id}
        type={isNumber ? "number" : "text"}
        {...(isNumber ? { step: rule.type === "integer" ? 1 : "any", min: rule.minimum, max: rule.maximum } : {})}
        className={isNumber || isText ? "" : "mono"}
        spellCheck={false}
        placeholder={
          rule.default === undefined
            ? ""
            : typeof rule.default === "string"
              ? rule.default
              : JSON.stringify(rule.default)
        }
        aria-invalid={isWrong}
        value={text}
        onChange={({ target }) => {
          setText(target.value);
          const next = target.value.trim() === "" ? undefined : read(target.value);
          if (next !== undefined || target.value.trim() === "") onChange(next);
        }}
      />
      {isWrong && <span className="mistake">This is not JSON: write for example {exampleOf(rule.type)}</span>}
    </>
  );
}

const exampleOf = (type: unknown) => (type === "object" ? '{"name": "value"}' : '["one", "two"]');

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

interface OptionsOfRule {
  readonly type?: unknown;
  readonly enum?: readonly unknown[];
  readonly default?: unknown;
  readonly description?: string;
}

export function OptionsOf({ check: { optionsSchema } }: { check: Pick<Check, "optionsSchema"> }) {
  const rules = Object.entries((optionsSchema["properties"] ?? {}) as Readonly<Record<string, OptionsOfRule>>);
  if (rules.length === 0) return <p className="muted">This check has no options.</p>;
  return (
    <FactList
      rows={rules.map(
        ([name, rule]) =>
          [
            <code>{name}</code>,
            <>
              {kindOf(rule)}
              {rule.default !== undefined && (
                <span className="muted">
                  , {rule.type === "boolean" ? "" : "usually "}
                  <code>{JSON.stringify(rule.default)}</code>
                  {rule.type === "boolean" ? " by default" : ""}
                </span>
              )}
              {rule.description !== undefined && <p className="muted">{rule.description}</p>}
            </>,
          ] as const,
      )}
    />
  );
}

const kinds: Readonly<Record<string, string>> = {
  boolean: "yes or no",
  integer: "a whole number",
  number: "a number",
  string: "a text",
  array: "a list",
  object: "an object",
};

const kindOf = ({ type, enum: values }: OptionsOfRule): string =>
  values ? `one of ${values.map(String).join(", ")}` : (kinds[String(type)] ?? "JSON");
