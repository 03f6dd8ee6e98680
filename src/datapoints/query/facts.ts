import type { FieldType } from "./fields.ts";

/** What a field is of one item: nothing, one value or several. Texts come folded. */
export type Datum = string | number | readonly (string | number)[] | undefined;

export type FactReader<Item> = (item: Item) => Datum;

export interface TypedReader<Item> {
  readonly type: FieldType;
  readonly facts: FactReader<Item>;
}

/** How the fields of one kind of item are read. */
export interface Readers<Item> {
  field(key: string, sub: string | undefined): TypedReader<Item>;
  /** The field that `has:` names, as the parser spells it. */
  presence(name: string): TypedReader<Item>;
  /** Folded texts that words without a field are looked for in. */
  readonly texts: readonly ((item: Item) => string)[];
}

const shownLength = 200;

export function read(datum: Datum): string {
  if (datum === undefined) return "absent";
  if (typeof datum === "object")
    return datum.length === 0 ? "absent" : datum.slice(0, 10).join(", ").slice(0, shownLength);
  const text = String(datum);
  return text.length > shownLength ? `${text.slice(0, shownLength)}…` : text;
}
