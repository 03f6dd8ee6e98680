/**
 * How a field is compared. `enum`: one of a closed set; `id`: exactly; `name`: ignoring case; `text`: contains,
 * ignoring case; `any`: an application's value, as a name or, with < and >, as a number; `field`: the name of a
 * field.
 */
export type FieldType = "enum" | "id" | "name" | "text" | "number" | "time" | "any" | "field";

export type Unit = "duration" | "usd" | "bytes" | "count" | "plain";

export interface Field {
  readonly key: string;
  readonly aliases: readonly string[];
  readonly type: FieldType;
  readonly unit?: Unit;
  /** Canonical values of an enum, each with its aliases. */
  readonly values?: Readonly<Record<string, readonly string[]>>;
  /** Written with a name after it: `attr.<key>`. */
  readonly sub?: true;
  /** Known only after checks have run: a monitor's condition cannot use it. */
  readonly afterChecks?: true;
  readonly doc: string;
}

export type FieldSet = readonly Field[];

type Extra = Partial<Omit<Field, "key" | "type" | "doc">>;

/** Defines a query field, without aliases by default. */
export const field = <const Key extends string>(
  key: Key,
  type: FieldType,
  doc: string,
  extra: Extra = {},
): Field & { readonly key: Key } => ({
  key,
  type,
  doc,
  aliases: [],
  ...extra,
});

/** Returns the values of an enum, each with its aliases. */
export const plain = (words: readonly string[], spellings: Readonly<Record<string, readonly string[]>> = {}) =>
  Object.fromEntries(words.map((word) => [word, spellings[word] ?? []]));

/** Finds a field by name or alias, and what follows a prefix: `attr.region` is attr and "region". */
export function findField(
  fields: FieldSet,
  written: string,
): { readonly field: Field; readonly sub?: string } | undefined {
  const key = written.toLowerCase();
  const whole = fields.find((each) => !each.sub && (each.key === key || each.aliases.includes(key)));
  if (whole) return { field: whole };
  // The longest prefix: `resource.attr.region` is resource.attr and "region".
  const mapped = fields
    .flatMap((each) => (each.sub ? [each.key, ...each.aliases].map((prefix) => ({ field: each, prefix })) : []))
    .filter(({ prefix }) => key.startsWith(`${prefix}.`) && key.length > prefix.length + 1)
    .reduce<{ field: Field; prefix: string } | undefined>(
      (best, one) => (best && best.prefix.length >= one.prefix.length ? best : one),
      undefined,
    );
  return mapped && { field: mapped.field, sub: written.slice(mapped.prefix.length + 1) };
}
