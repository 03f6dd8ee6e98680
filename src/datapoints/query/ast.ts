/** Half-open range of UTF-16 code units in the query's text. */
export interface Place {
  readonly start: number;
  readonly end: number;
}

export const operators = [":!=", ":>=", ":<=", ":=", ":>", ":<", ":~", ":"] as const;
export type Operator = (typeof operators)[number];

/** The query language of docs/query.md, parsed. `all` is the empty query. */
export type Query =
  | { readonly kind: "all" }
  | { readonly kind: "or" | "and"; readonly of: readonly Query[] }
  | { readonly kind: "not"; readonly of: Query }
  | Filter
  | { readonly kind: "text"; readonly text: string; readonly place: Place };

export interface Filter {
  readonly kind: "filter";
  /** Canonical key of the registry in fields.ts; `attr`, `meta`, `check` and `score` go with `sub`. */
  readonly field: string;
  readonly sub?: string;
  readonly op: Operator;
  /** Any of them; with an operator other than `:`, `:=` and `:!=` exactly one. */
  readonly values: readonly Value[];
  readonly place: Place;
}

export type Value =
  /** Of an enum field the canonical spelling; with `:~` the pattern. */
  | { readonly kind: "word"; readonly text: string }
  /** `*` stands for any run of characters. */
  | { readonly kind: "glob"; readonly pattern: string }
  /** In the field's base unit (milliseconds, US dollars, bytes); both ends of a range are inside. */
  | { readonly kind: "number"; readonly value: number; readonly text: string }
  | { readonly kind: "range"; readonly from: number; readonly to: number; readonly text: string }
  /** Unix milliseconds, `until` exclusive: a date is its whole day in UTC. Relative times are resolved by the parser. */
  | { readonly kind: "time"; readonly at: number; readonly until: number; readonly text: string };

/** Something wrong in a query, with where it is and what to write instead. */
export interface Problem {
  readonly place: Place;
  readonly message: string;
  readonly hint?: string;
}
