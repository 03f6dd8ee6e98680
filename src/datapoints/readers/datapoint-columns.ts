import { z } from "zod";
import { storedEntries } from "../fields/catalogue.ts";
import { columnOf, type StoredField } from "../fields/stored-field.ts";
import type { DatapointRow } from "../ports/datapoint-reader.ts";

const selected = (entries: typeof storedEntries) => entries.map(([key, field]) => selectOf(key, field)).join(", ");

function selectOf(key: string, { kind }: StoredField): string {
  const column = columnOf(key);
  if (kind === "time") return `toUnixTimestamp64Micro(${column}) / 1000 AS ${key}`;
  return column === key ? column : `${column} AS ${key}`;
}

/** Columns of `datapoints` that a list reads: no searched text, no attributes. */
export const listColumns = `
  toFloat64(toUnixTimestamp64Milli(at)) AS partitionTime, id, ${selected(storedEntries.filter(([, { isListed }]) => isListed))},
  input_preview AS inputPreview, output_preview AS outputPreview, media`;

/** Additional columns of the page of one datapoint. */
export const detailColumns = `${listColumns}, ${selected(storedEntries.filter(([, { isListed }]) => !isListed))},
  monitor_ids AS monitorIds, metadata, attributes, failures, params`;

const schemaOf: Readonly<Record<StoredField["kind"], z.ZodType>> = {
  text: z.string(),
  word: z.string(),
  optionalText: z.string().nullable(),
  optionalWord: z.string().nullable(),
  number: z.number(),
  optionalNumber: z.number().nullable(),
  optionalBoolean: z.boolean().nullable(),
  texts: z.array(z.string()),
  words: z.array(z.string()),
  time: z.number(),
};
const schemasOf = (entries: typeof storedEntries) =>
  Object.fromEntries(entries.map(([key, { kind }]) => [key, schemaOf[kind]]));

const ListColumns = z.strictObject({
  ...schemasOf(storedEntries.filter(([, { isListed }]) => isListed)),
  partitionTime: z.number(),
  id: z.string(),
  traceId: z.string(),
  spanId: z.string(),
  inputPreview: z.string(),
  outputPreview: z.string(),
  media: z.array(z.string()),
});

/** Like `ListColumns`, but with unparsed maps: zod would drop a key `__proto__`. */
export const DetailColumns = ListColumns.extend({
  ...schemasOf(storedEntries),
  monitorIds: z.array(z.string()),
  failures: z.string(),
  params: z.record(z.string(), z.string()),
  metadata: z.custom<Readonly<Record<string, string>>>((value) => typeof value === "object"),
  attributes: z.custom<Readonly<Record<string, string>>>((value) => typeof value === "object"),
});
export type DetailColumns = z.infer<typeof DetailColumns>;

/** Returns the fields of a row that are not NULL, at their places in a datapoint's JSON. */
export function storedFieldsOf(row: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const json: Record<string, unknown> = { usage: {} };
  for (const [key, { path: [group, inner] = [key] }] of storedEntries) {
    const value = row[key];
    if (value === null || value === undefined) continue;
    if (inner === undefined) json[group] = value;
    else ((json[group] ??= {}) as Record<string, unknown>)[inner] = value;
  }
  return json;
}

/** A row of the list and its partition time; its verdicts are counted separately. */
export interface Listed {
  readonly partitionTime: number;
  readonly row: Omit<DatapointRow, "verdicts" | "partitionTime">;
}

export function listedOf(row: unknown): Listed {
  const { partitionTime, media, ...columns } = ListColumns.parse(row);
  const made: Record<string, unknown> = media.length === 0 ? {} : { media };
  const usage: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(columns))
    if (value !== null) (usageKeys.has(key) ? usage : made)[key] = value;
  // Enum values were validated when the row was written.
  return { partitionTime, row: { ...made, usage } as unknown as Listed["row"] };
}

const usageKeys = new Set<string>(storedEntries.flatMap(([key, { path }]) => (path?.[0] === "usage" ? key : [])));
