import type { FormEvent, ReactNode } from "react";

interface Props {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** More than one: a multi-line text. */
  readonly rows?: number;
  readonly placeholder?: string;
  readonly required?: boolean;
  readonly readOnly?: boolean;
  readonly type?: "text" | "number" | "password" | "url";
  readonly min?: number;
  readonly max?: number;
  /** Code or a template: names can be inserted. */
  readonly takesNames?: boolean;
  readonly mono?: boolean;
  readonly list?: string;
  readonly mistake?: string | undefined;
  readonly children?: ReactNode;
}

/** A labeled field, with its mistake below. */
export function Field({ label, value, onChange, rows = 1, takesNames, mono, mistake, children, ...rest }: Props) {
  const { type = "text", ...input } = rest;
  const shared = {
    value,
    className: mono ? "mono" : "",
    spellCheck: !mono,
    "aria-invalid": mistake !== undefined,
    ...(takesNames ? { "data-names": "" } : {}),
  };
  return (
    <label className="field grow">
      <span className="label">{label}</span>
      {rows > 1 ? (
        <textarea
          {...shared}
          rows={rows}
          placeholder={rest.placeholder}
          required={rest.required}
          onChange={({ target }) => onChange(target.value)}
        />
      ) : (
        <input
          {...shared}
          {...input}
          type={type}
          step="any"
          autoComplete={type === "password" ? "new-password" : "off"}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
      {children}
      {mistake !== undefined && <span className="mistake">{mistake}</span>}
    </label>
  );
}

interface SelectProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  /** The text by value, or values that are their own text. */
  readonly options:
    | Readonly<Record<NoInfer<Value>, string>>
    | readonly (readonly [NoInfer<Value>, string] | NoInfer<Value>)[];
  readonly grow?: boolean;
}

export function SelectField<Value extends string>({ label, value, onChange, options, grow }: SelectProps<Value>) {
  const pairs: readonly (string | readonly [string, string])[] = Array.isArray(options)
    ? options
    : Object.entries(options);
  return (
    <label className={grow ? "field grow" : "field"}>
      <span className="label">{label}</span>
      <select value={value} onChange={({ target }) => onChange(target.value as Value)}>
        {pairs.map((pair) => {
          const [each, text] = typeof pair === "string" ? [pair, pair] : pair;
          return (
            <option key={each} value={each}>
              {text}
            </option>
          );
        })}
      </select>
    </label>
  );
}

interface CheckboxProps {
  readonly checked: boolean;
  readonly disabled?: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly children: ReactNode;
}

export const Checkbox = ({ onChange, children, ...input }: CheckboxProps) => (
  <label className="line">
    <input type="checkbox" {...input} onChange={({ target }) => onChange(target.checked)} />
    {children}
  </label>
);

/** Returns a submit handler that runs `submit` instead of loading a page. */
export const handleSubmit = (submit: () => void) => (event: FormEvent) => {
  event.preventDefault();
  submit();
};
