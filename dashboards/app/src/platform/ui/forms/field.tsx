import { type ComponentProps, type FormEvent, type ReactNode, useId, useState } from "react";

type InputProps = Omit<ComponentProps<"input">, "value" | "onChange" | "className" | "children">;

interface FieldProps extends InputProps {
  readonly label: ReactNode;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly rows?: number;
  /** False: as wide as it is, next to fields that take the rest of the line. */
  readonly grow?: boolean;
  /** Code or a template: names can be inserted. */
  readonly takesNames?: boolean;
  readonly mono?: boolean;
  readonly mistake?: string | undefined;
  readonly children?: ReactNode;
}

/** A labeled field; a hint and its mistake below describe it. */
export function Field({ label, value, onChange, rows = 1, grow = true, takesNames, mono, ...rest }: FieldProps) {
  const { mistake, children, type = "text", style, ...input } = rest;
  const id = useId();
  const about = [children !== undefined && `${id}-hint`, mistake !== undefined && `${id}-mistake`].filter(Boolean);
  const shared = {
    id,
    value,
    className: mono ? "mono" : "",
    spellCheck: !mono,
    "aria-invalid": mistake !== undefined,
    ...(about.length === 0 ? {} : { "aria-describedby": about.join(" ") }),
    ...(takesNames ? { "data-names": "" } : {}),
  };
  return (
    <div className={grow ? "field grow" : "field"} style={style}>
      <label htmlFor={id}>{label}</label>
      {rows > 1 ? (
        <textarea
          {...shared}
          rows={rows}
          placeholder={input.placeholder}
          required={input.required}
          maxLength={input.maxLength}
          onChange={({ target }) => onChange(target.value)}
        />
      ) : (
        <input
          step="any"
          autoComplete={type === "password" ? "new-password" : "off"}
          {...shared}
          {...input}
          type={type}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
      {children !== undefined && <span id={`${id}-hint`}>{children}</span>}
      {mistake !== undefined && (
        <span id={`${id}-mistake`} className="mistake">
          {mistake}
        </span>
      )}
    </div>
  );
}

interface SelectProps<Value extends string> extends Omit<ComponentProps<"select">, "value" | "onChange" | "children"> {
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  /** The text by value, or values that are their own text. */
  readonly options:
    | Readonly<Record<NoInfer<Value>, string>>
    | readonly (readonly [NoInfer<Value>, string] | NoInfer<Value>)[];
}

export function Select<Value extends string>({ options, onChange, ...select }: SelectProps<Value>) {
  const pairs: readonly (string | readonly [string, string])[] = Array.isArray(options)
    ? options
    : Object.entries(options);
  return (
    <select {...select} onChange={({ target }) => onChange(target.value as Value)}>
      {pairs.map((pair) => {
        const [each, text] = typeof pair === "string" ? [pair, pair] : pair;
        return (
          <option key={each} value={each}>
            {text}
          </option>
        );
      })}
    </select>
  );
}

interface SelectFieldProps<Value extends string> extends SelectProps<Value> {
  readonly label: ReactNode;
  readonly grow?: boolean;
}

export function SelectField<Value extends string>({ label, grow = false, ...select }: SelectFieldProps<Value>) {
  const id = useId();
  return (
    <div className={grow ? "field grow" : "field"}>
      <label htmlFor={id}>{label}</label>
      <Select id={id} {...select} />
    </div>
  );
}

interface CheckboxProps extends InputProps {
  readonly className?: string;
  readonly value: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly isRadio?: true;
  readonly children: ReactNode;
}

export const Checkbox = ({ value, onChange, isRadio, children, ...input }: CheckboxProps) => (
  <label className="line">
    <input
      type={isRadio ? "radio" : "checkbox"}
      {...input}
      checked={value}
      onChange={({ target }) => onChange(target.checked)}
    />
    {children}
  </label>
);

interface FieldCardProps extends ComponentProps<"fieldset"> {
  readonly name: string;
  /** Shows the name as well; it is for screen readers otherwise. */
  readonly isTitled?: boolean;
}

export const FieldCard = ({ name, isTitled = false, children, ...fieldset }: FieldCardProps) => (
  <fieldset className="card" {...fieldset}>
    <legend className="hidden">{name}</legend>
    {isTitled && <h2>{name}</h2>}
    {children}
  </fieldset>
);

/** Returns what connects a field with a value of a draft. */
export const fieldsOf =
  <Draft extends object>(draft: Draft, change: (part: Partial<Draft>) => void) =>
  <Name extends keyof Draft>(name: Name) => ({
    value: draft[name],
    onChange: (value: Draft[Name]) => change({ [name]: value } as unknown as Partial<Draft>),
  });

/** The values of a form by their names, and what connects its fields with them. */
export function useDraft<Draft extends object>(start: Draft | (() => Draft)) {
  const [draft, setDraft] = useState(start);
  const change = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }));
  return { draft, setDraft, change, field: fieldsOf(draft, change) };
}

/** Returns a submit handler that runs `submit` instead of loading a page. */
export const handleSubmit = (submit: () => void) => (event: FormEvent) => {
  event.preventDefault();
  submit();
};
