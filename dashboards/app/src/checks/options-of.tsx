import type { Check } from "../platform/api/types.ts";

/** The supported part of an option's JSON Schema. */
interface Rule {
  readonly type?: unknown;
  readonly enum?: readonly unknown[];
  readonly default?: unknown;
  readonly description?: string;
}

/** Lists the options of a check with their types and defaults. */
export function OptionsOf({ check: { optionsSchema } }: { check: Pick<Check, "optionsSchema"> }) {
  const rules = Object.entries((optionsSchema["properties"] ?? {}) as Readonly<Record<string, Rule>>);
  if (rules.length === 0) return <p className="muted">This check has no options.</p>;
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
                {rule.type === "boolean" ? " by default" : ""}
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
