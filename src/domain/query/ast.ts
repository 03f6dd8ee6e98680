/** Half-open range of UTF-16 code units in the query's text. */
export interface Place {
  readonly start: number;
  readonly end: number;
}

export type Operator = ":" | ":=" | ":!=" | ":>" | ":>=" | ":<" | ":<=" | ":~";

/** The query language of docs/query.md, parsed. `all` is the empty query. */
export type Query =
  | { readonly kind: "all" }
  | { readonly kind: "or" | "and"; readonly of: readonly Query[] }
  | { readonly kind: "not"; readonly of: Query }
  | {
      readonly kind: "filter";
      readonly key: string;
      readonly op: Operator;
      readonly values: readonly Value[];
      readonly place: Place;
    }
  | { readonly kind: "text"; readonly text: string; readonly place: Place };

export type Value =
  | { readonly kind: "word"; readonly text: string; readonly quoted: boolean }
  | { readonly kind: "glob"; readonly pattern: string }
  | { readonly kind: "number"; readonly value: number; readonly text: string }
  | { readonly kind: "range"; readonly from: number; readonly to: number; readonly text: string }
  /** Unix milliseconds; relative times were resolved against the `now` given to the parser. */
  | { readonly kind: "time"; readonly at: number; readonly text: string };
