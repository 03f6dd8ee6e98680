import type { Check } from "../platform/api/types.ts";

/** What is read of the JSON Schema of one option. */
interface Rule {
  readonly type?: unknown;
  readonly enum?: readonly unknown[];
  readonly default?: unknown;
  readonly description?: string;
}

/** The options that a check takes: what each may be, and what it is unless told. */
export function OptionsOf({ check: { optionsSchema } }: { check: Pick<Check, "optionsSchema"> }) {
  const rules = Object.entries((optionsSchema["properties"] ?? {}) as Readonly<Record<string, Rule>>);
  if (rules.length === 0) return <p className="muted">It takes no options.</p>;
  return (
    <dl className="facts">
      {rules.map(([name, rule]) => (
        <div key={name} style={{ display: "contents" }}>
          <dt>
            <code>{name}</code>
          </dt>
          <dd>
            {kindOf(rule)}
            {rule.default !== undefined && (
              <span className="muted">
                , {rule.type === "boolean" ? "" : "usually "}
                <code>{JSON.stringify(rule.default)}</code>
                {rule.type === "boolean" ? " unless told" : ""}
              </span>
            )}
            {rule.description !== undefined && <p className="muted">{rule.description}</p>}
          </dd>
        </div>
      ))}
    </dl>
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

const kindOf = ({ type, enum: values }: Rule): string =>
  values ? `one of ${values.map(String).join(", ")}` : (kinds[String(type)] ?? "JSON");
