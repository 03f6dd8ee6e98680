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
  const dot = written.indexOf(".");
  if (dot < 1 || dot === written.length - 1) return undefined;
  const prefix = key.slice(0, dot);
  const mapped = fields.find((each) => each.sub && (each.key === prefix || each.aliases.includes(prefix)));
  return mapped && { field: mapped, sub: written.slice(dot + 1) };
}
