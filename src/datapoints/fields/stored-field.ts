import type { Datapoint } from "../datapoint.ts";
import type { Field } from "../query/field.ts";

/** ClickHouse type of each kind of column. A `word` has few different values. An optional value is NULL when absent. */
export const columnTypes = {
  text: "String CODEC(ZSTD)",
  word: "LowCardinality(String)",
  optionalText: "Nullable(String) CODEC(ZSTD)",
  optionalWord: "LowCardinality(Nullable(String))",
  number: "Float64 CODEC(ZSTD)",
  optionalNumber: "Nullable(Float64) CODEC(ZSTD)",
  optionalBoolean: "Nullable(Bool)",
  texts: "Array(String) CODEC(ZSTD)",
  words: "Array(LowCardinality(String))",
  map: "Map(LowCardinality(String), String) CODEC(ZSTD)",
  time: "DateTime64(6, 'UTC') CODEC(Delta, ZSTD)",
} as const;

/** Values of a column; times are Unix milliseconds. */
interface ColumnValues {
  readonly text: string;
  readonly word: string;
  readonly optionalText: string | undefined;
  readonly optionalWord: string | undefined;
  readonly number: number;
  readonly optionalNumber: number | undefined;
  readonly optionalBoolean: boolean | undefined;
  readonly texts: readonly string[];
  readonly words: readonly string[];
  readonly map: Readonly<Record<string, string>>;
  readonly time: number;
}

export type ColumnKind = keyof ColumnValues;
type StoredKind = Exclude<ColumnKind, "map">;

interface StoredFieldOf<Kind extends StoredKind> {
  readonly kind: Kind;
  readonly read: (datapoint: Datapoint) => ColumnValues[Kind];
  /** Where the datapoint's JSON has the value; by default at the field's name. */
  readonly path?: readonly [group: "usage" | "cost" | "error", key: string];
  /** Closed set of the values. */
  readonly values?: readonly string[];
  /** Rows of lists contain the field too. */
  readonly isListed?: true;
  /** Migration that adds the column; absent for columns of the first release. */
  readonly since?: number;
  /** How the query language names and compares it. */
  readonly query?: Field;
}

export type StoredField = { [Kind in StoredKind]: StoredFieldOf<Kind> }[StoredKind];

/** Name of a field's column in ClickHouse. */
export const columnOf = (key: string): string => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
