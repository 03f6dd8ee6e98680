import { z } from "zod";
import { asDatapointId } from "../../../domain/ids.ts";
import type { DatapointRow, Page, PageRequest, RowOrder } from "../../../ports/datapoint-reader.ts";
import { cursorOf, placeOf } from "./cursor.ts";
import { rowsAt, type Wanted } from "./list.ts";
import type { ReadNeeds } from "./reads.ts";
import { matching, oneWeekAtATime } from "./scope-sql.ts";

type Sorted = Exclude<RowOrder, "newest">;

interface Key {
  /** What is compared; a call that did not report it comes last. */
  readonly sql: string;
  readonly direction: "ASC" | "DESC";
  /** The same number of a row that was read. */
  readonly of: (row: DatapointRow) => number;
  /** A column as it is keeps the engine from reading the ids of rows that cannot be on the page: numbers are made after. */
  readonly toNumber?: (sql: string) => string;
  readonly fromNumber?: (sql: string) => string;
}

const keys: Readonly<Record<Sorted, Key>> = {
  oldest: {
    sql: "at",
    direction: "ASC",
    of: ({ filedAt }) => filedAt,
    toNumber: (sql) => `toUnixTimestamp64Milli(${sql})`,
    fromNumber: (sql) => `fromUnixTimestamp64Milli(toInt64(${sql}), 'UTC')`,
  },
  slowest: { sql: "duration_ms", direction: "DESC", of: ({ durationMs }) => durationMs },
  costliest: { sql: "ifNull(cost_usd, -1)", direction: "DESC", of: ({ costUsd = -1 }) => costUsd },
  longest: {
    sql: "ifNull(input_tokens, 0) + ifNull(output_tokens, 0)",
    direction: "DESC",
    of: ({ usage: { inputTokens = 0, outputTokens = 0 } }) => inputTokens + outputTokens,
  },
};

/**
 * Another order than the newest first has to look at the whole range: at the key alone, of every version that is stored,
 * because merging versions costs more than the rest together. Then the rows of the page are read as they are now, and
 * places of versions that were replaced or withdrawn since are passed over.
 */
export async function sortedPage(
  needs: ReadNeeds,
  wanted: Wanted,
  order: Sorted,
  { limit, cursor }: PageRequest,
): Promise<Page<DatapointRow>> {
  const found = new Map<string, DatapointRow>();
  let after = cursor === undefined ? undefined : placeOf(cursor);
  for (let isMore = true; isMore && found.size <= limit; ) {
    const places = await placesOf(needs, wanted, keys[order], { after, limit: limit + 1 });
    const filed = places.map(({ id, filedAt }) => ({ id: asDatapointId(id), filedAt }));
    const rows = await rowsAt(needs, wanted.project, filed, needs.compile(wanted.query));
    for (const { id, key } of places) {
      const row = rows.get(id);
      if (row && keys[order].of(row) === key) found.set(id, row);
    }
    const last = places.at(-1);
    if (last) after = [last.key, last.id];
    isMore = places.length > limit;
  }
  const items = [...found.values()].slice(0, limit);
  const last = items.at(-1);
  return { items, ...(last && found.size > limit ? { nextCursor: cursorOf([keys[order].of(last), last.id]) } : {}) };
}

const Place = z.strictObject({ id: z.string(), filedAt: z.number(), key: z.number() });

async function placesOf(
  needs: ReadNeeds,
  wanted: Wanted,
  { sql, direction, toNumber = same, fromNumber = same }: Key,
  { after, limit }: { readonly after: readonly [number, string] | undefined; readonly limit: number },
) {
  const { where, params } = matching(needs, wanted);
  const beyond = `(${sql}, id) ${direction === "ASC" ? ">" : "<"} (${fromNumber("{afterKey:Float64}")}, {afterId:String})`;
  const found = await needs.clickhouse.select(
    "find the first of an order",
    `SELECT id, toFloat64(toUnixTimestamp64Milli(at)) AS filedAt, toFloat64(${toNumber(sql)}) AS key FROM datapoints
     WHERE ${where} ${after ? `AND ${beyond}` : ""}
     ORDER BY ${sql} ${direction}, id ${direction} LIMIT ${limit} ${oneWeekAtATime}`,
    { ...params, ...(after ? { afterKey: after[0], afterId: after[1] } : {}) },
  );
  return z.array(Place).parse(found);
}

const same = (sql: string) => sql;
