import { z } from "zod";
import type { ClickHouse } from "../../storage/index.ts";
import type { PayloadReader } from "../ports/payloads.ts";

const columns = ["input", "output", "tools"] as const;

/** ClickHouse cuts the slice out of the JSON, so that a page of a long text costs this process only the page. */
export function createPayloadReader({ clickhouse }: { clickhouse: ClickHouse }): PayloadReader {
  return {
    async page(project, id, [first = "", ...rest], slice) {
      const column = columns.find((name) => name === first);
      const source = column ? payloadSql(column) : first === "attributes" ? attributeSql : undefined;
      const keys = column ? rest : rest.slice(1);
      if (source === undefined || keys.length > 40) return undefined;
      const path = keys.map((key, index) => `, {k${index}:${isIndex(key) ? "Int64" : "String"}}`).join("");
      const rows = await clickhouse.select(
        "read a page of a payload",
        `WITH ifNull((${source}), 'null') AS json,
           toString(JSONType(json${path})) AS type,
           if(type = 'String', JSONExtractString(json${path}), JSONExtractRaw(json${path})) AS whole
         SELECT type, toFloat64(lengthUTF8(whole)) AS total,
           substringUTF8(whole, {offset:UInt64} + 1, {limit:UInt64}) AS text`,
        {
          project,
          id,
          ...Object.fromEntries(keys.map((key, index) => [`k${index}`, isIndex(key) ? Number(key) + 1 : key])),
          ...(column ? {} : { key: rest[0] ?? "" }),
          ...slice,
        },
      );
      const [row] = z.array(Row).parse(rows);
      if (!row || row.type === "Null" || (row.type !== "String" && row.total === 0)) return undefined;
      return { kind: row.type === "String" ? "text" : "json", totalCharacters: row.total, text: row.text };
    },
  };
}

const Row = z.strictObject({ type: z.string(), total: z.number(), text: z.string() });

/**
 * JSON indices start at 0, ClickHouse's at 1. An object key that looks like a number is found by its index
 * instead.
 */
const isIndex = (key: string) => /^\d{1,9}$/.test(key);

const ofThis = "project_id = {project:String} AND id = {id:String}";
/** Versions of one row can have two partition times; the newest counts, as for the datapoint itself. */
const payloadSql = (column: (typeof columns)[number]) =>
  `SELECT ${column} FROM payloads WHERE ${ofThis} AND at IN (SELECT at FROM datapoints WHERE ${ofThis}) ORDER BY version DESC LIMIT 1`;

const attributeSql = `SELECT attributes[{key:String}] FROM spans WHERE project_id = {project:String}
  AND (trace_id, span_id) IN (SELECT trace_id, span_id FROM datapoints WHERE ${ofThis}) ORDER BY version DESC LIMIT 1`;
