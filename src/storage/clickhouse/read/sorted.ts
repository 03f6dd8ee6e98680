import { z } from "zod";
import { asDatapointId } from "../../../domain/ids.ts";
import type { DatapointRow, Page, PageRequest, Range, RowOrder } from "../../../ports/datapoint-reader.ts";
import { cursorOf, type RankedPlace, rankedPlaceOf } from "./cursor.ts";
import { rowsAt, type Wanted } from "./list.ts";
import { type ReadNeeds, timeParam } from "./reads.ts";
import { inRange, oneWeekAtATime, rangeParams } from "./scope-sql.ts";

type Sorted = Exclude<RowOrder, "newest">;

interface Key {
  /** What is compared: a column as it is, never absent, whose least and most in every granule the engine knows. */
  readonly sql: string;
  readonly direction: "ASC" | "DESC";
  /** The same number of a row that was read. */
  readonly of: (row: DatapointRow) => number;
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
  costliest: { sql: "cost_key", direction: "DESC", of: ({ costUsd = -1 }) => costUsd },
  longest: {
    sql: "tokens_key",
    direction: "DESC",
    of: ({ usage: { inputTokens = 0, outputTokens = 0 } }) => inputTokens + outputTokens,
  },
};

/**
 * Another order than the newest first is looked for in the whole range: by the key alone, of every version that is stored,
 * because merging versions costs more than the rest together. Of equal rows the newer is first. Then the rows of the page
 * are read as they are now, and places of versions that were replaced or withdrawn since are passed over.
 */
export async function sortedPage(
  needs: ReadNeeds,
  wanted: Wanted,
  order: Sorted,
  { limit, cursor }: PageRequest,
): Promise<Page<DatapointRow>> {
  const found = new Map<string, DatapointRow>();
  const key = keys[order];
  let after = cursor === undefined ? undefined : rankedPlaceOf(cursor);
  for (let isMore = true; isMore && found.size <= limit; ) {
    const places = await firstPlaces(needs, wanted, key, { after, limit: limit + 1 });
    const filed = places.map(({ id, filedAt }) => ({ id: asDatapointId(id), filedAt }));
    const rows = await rowsAt(needs, wanted.project, filed, needs.compile(wanted.query));
    for (const place of places) {
      const row = rows.get(place.id);
      if (row && key.of(row) === place.key) found.set(place.id, row);
    }
    const last = places.at(-1);
    if (last) after = [last.key, last.filedAt, last.id];
    isMore = places.length > limit;
  }
  const items = [...found.values()].slice(0, limit);
  const last = items.at(-1);
  return {
    items,
    ...(last && found.size > limit ? { nextCursor: cursorOf([key.of(last), last.filedAt, last.id]) } : {}),
  };
}

const Place = z.strictObject({ id: z.string(), filedAt: z.number(), key: z.number() });
type Place = z.infer<typeof Place>;

interface Asked {
  readonly after: RankedPlace | undefined;
  readonly limit: number;
}

/** From the newest stretch back: whoever is on the page already bounds what may still come, and most of the rest is not read. */
async function firstPlaces(needs: ReadNeeds, wanted: Wanted, key: Key, asked: Asked): Promise<readonly Place[]> {
  const { limit } = asked;
  if (key.direction === "ASC") return placesIn(needs, wanted, key, asked);
  let first: readonly Place[] = [];
  for (const range of stretchesOf(wanted.range)) {
    const found = await placesIn(needs, { ...wanted, range }, key, { ...asked, over: first[limit - 1]?.key });
    first = [...first, ...found].sort((one, other) => other.key - one.key).slice(0, limit);
  }
  return first;
}

/** Newest first, each next one twice as long as all before it. */
function stretchesOf({ from, to }: Range): readonly Range[] {
  const stretches: Range[] = [];
  for (let end = to, length = firstStretchMs; end > from; length = 2 * (to - end)) {
    const start = Math.max(from, end - length);
    stretches.push({ from: start, to: end });
    end = start;
  }
  return stretches;
}

const firstStretchMs = 86_400_000;

async function placesIn(
  needs: ReadNeeds,
  wanted: Wanted,
  { sql, direction, toNumber = same, fromNumber = same }: Key,
  { after, over, limit }: Asked & { readonly over?: number | undefined },
): Promise<readonly Place[]> {
  const { sql: claim, params } = needs.compile(wanted.query);
  const sign = direction === "ASC" ? ">" : "<";
  const last = fromNumber("{afterKey:Float64}");
  // The key alone once more: granules are passed over by it.
  const beyond = `AND ${sql} ${sign}= ${last} AND (${sql}, at, id) ${sign} (${last}, {afterAt:DateTime64(3, 'UTC')}, {afterId:String})`;
  const found = await needs.clickhouse.select(
    "find the first of an order",
    `SELECT id, toFloat64(toUnixTimestamp64Milli(at)) AS filedAt, toFloat64(${toNumber(sql)}) AS key FROM datapoints
     ${over === undefined ? "" : `PREWHERE ${sql} > {over:Float64} AND (${claim})`}
     WHERE ${inRange} ${over === undefined ? `AND (${claim})` : ""} ${after ? beyond : ""} ORDER BY ${sql} ${direction}, at ${direction}, id ${direction} LIMIT ${limit} ${oneWeekAtATime}`,
    {
      ...params,
      ...rangeParams(wanted),
      ...(after ? { afterKey: after[0], afterAt: timeParam(after[1]), afterId: after[2] } : {}),
      ...(over === undefined ? {} : { over }),
    },
  );
  return z.array(Place).parse(found);
}

const same = (sql: string) => sql;
