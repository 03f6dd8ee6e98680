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
} as const satisfies Readonly<Record<string, ColumnKind>>;

/** Columns of `datapoints` after the key's, one per line. */
export const columnDefinitions = (): string =>
  [...storedEntries.map(([key, { kind }]) => [key, kind] as const), ...Object.entries(computedColumns)]
    .map(([key, kind]) => `  ${columnOf(key)} ${columnTypes[kind]},`)
    .join("\n");
