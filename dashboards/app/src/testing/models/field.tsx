import type { ReactNode } from "react";

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
