import { storedEntries } from "./catalogue.ts";
import { type ColumnKind, columnOf, columnTypes } from "./stored-field.ts";

/** Columns that are computed from a whole datapoint, in the order in which rows are written, after the stored fields. */
export const computedColumns = {
  toolNames: "words",
  monitorIds: "words",
  metadata: "map",
  attributes: "map",
  inputPreview: "text",
  outputPreview: "text",
  inputText: "text",
  outputText: "text",
  systemText: "text",
  errorText: "text",
  media: "words",
  failures: "text",
  params: "map",
} as const satisfies Readonly<Record<string, ColumnKind>>;

/** Migrations that add the computed columns which the first release did not have. */
export const computedSince: { readonly [Key in keyof typeof computedColumns]?: number } = {
  failures: 2,
  params: 2,
};

/** Columns of `datapoints` after the key's, one per line. */
export const columnDefinitions = (): string =>
  [...storedEntries.map(([key, { kind }]) => [key, kind] as const), ...Object.entries(computedColumns)]
    .map(([key, kind]) => `  ${columnOf(key)} ${columnTypes[kind]},`)
    .join("\n");
