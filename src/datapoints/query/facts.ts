import type { FieldType } from "./field.ts";

/** Value of a field in one item: nothing, one value or several. Texts are folded. */
export type Datum = string | number | readonly (string | number)[] | undefined;

export type FactReader<Item> = (item: Item) => Datum;

export interface TypedReader<Item> {
  readonly type: FieldType;
  readonly facts: FactReader<Item>;
}

export interface Readers<Item> {
  field(key: string, sub: string | undefined): TypedReader<Item>;
  /** Reader of the field that `has:` names, in the parser's spelling. */
  presence(name: string): TypedReader<Item>;
  /** Folded texts that words without a field are searched in. */
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
