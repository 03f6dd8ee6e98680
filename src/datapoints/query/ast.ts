/** Half-open range of UTF-16 code units in the query's text. */
export interface SourceRange {
  readonly start: number;
  readonly end: number;
}

export const operators = [":!=", ":>=", ":<=", ":=", ":>", ":<", ":~", ":"] as const;
export type Operator = (typeof operators)[number];

/** A parsed query of the language in docs/query.md. `all` is the empty query. */
export type Query =
  | { readonly kind: "all" }
  | { readonly kind: "or" | "and"; readonly of: readonly Query[] }
  | { readonly kind: "not"; readonly of: Query }
  | Filter
  | { readonly kind: "text"; readonly text: string; readonly range: SourceRange };

export interface Filter {
  readonly kind: "filter";
  /** Canonical key of the registry in fields.ts; `attr`, `meta`, `check` and `score` have a `sub`. */
  readonly field: string;
  readonly sub?: string;
  readonly op: Operator;
  /** Matches any of them; an operator other than `:`, `:=` and `:!=` has exactly one. */
  readonly values: readonly Value[];
  readonly range: SourceRange;
}

export type Value =
  /** The canonical spelling for an enum field; the pattern for `:~`. */
  | { readonly kind: "word"; readonly text: string }
  /** `*` matches any run of characters. */
  | { readonly kind: "glob"; readonly pattern: string }
  /** In the field's base unit (milliseconds, US dollars, bytes); both ends of a range are inclusive. */
  | { readonly kind: "number"; readonly value: number; readonly text: string }
  | { readonly kind: "range"; readonly from: number; readonly to: number; readonly text: string }
  /** Unix milliseconds, `until` exclusive: a date is its whole UTC day. The parser resolves relative times. */
  | { readonly kind: "time"; readonly at: number; readonly until: number; readonly text: string };

/** A mistake in a query: its range, and what to write instead. */
export interface Problem {
  readonly range: SourceRange;
  readonly message: string;
  readonly hint?: string;
}
