import { z } from "zod";
import type { DatapointRow, Page, PageRequest, Range, RowOrder } from "../ports/datapoint-reader.ts";
import { cursorOf, type RankedPlace, rankedPlaceOf } from "./cursor.ts";
import { type Listed, listColumns, listedOf } from "./datapoint-columns.ts";
import { type Wanted, withVerdicts } from "./list.ts";
import { type ReadNeeds, timeParam } from "./reads.ts";
import { inRange, oneWeekAtATime, rangeParams } from "./scope-sql.ts";

type Sorted = Exclude<RowOrder, "newest">;

interface Key {
  /** What is compared: a column as it is, never absent, whose least and most in every granule the engine knows. */
  readonly sql: string;
  readonly direction: "ASC" | "DESC";
  /** The same number of a row that was read. */
  readonly of: (listed: Listed) => number;
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
  slowest: { sql: "duration_ms", direction: "DESC", of: ({ row }) => row.durationMs },
  costliest: { sql: "cost_key", direction: "DESC", of: ({ row: { costUsd = -1 } }) => costUsd },
  longest: {
    sql: "tokens_key",
    direction: "DESC",
    of: ({ row: { usage } }) => (usage.inputTokens ?? 0) + (usage.outputTokens ?? 0),
  },
};

/**
 * Another order than the newest first is looked for in the whole range: by the key and the time alone, of every version
 * that is stored, because merging versions costs more than the rest together, and ids most of what is left. Of equal rows
 * the newer is first. Then the rows at these times are read as they are now, and of them those that are within the places.
 */
export async function sortedPage(
  needs: ReadNeeds,
  wanted: Wanted,
  order: Sorted,
  { limit, cursor }: PageRequest,
): Promise<Page<DatapointRow>> {
  const key = keys[order];
  const found: Listed[] = [];
  let after = cursor === undefined ? undefined : rankedPlaceOf(cursor);
  for (let isMore = true; isMore && found.length <= limit; ) {
    const asked = { after, limit: limit + 1 };
    const places = await firstPlaces(needs, wanted, key, asked);
    const rows = await rowsWithin(needs, wanted, key, { ...asked, places });
    found.push(...rows);
    isMore = places.length > limit || rows.length > limit;
    const last = rows.at(-1);
    // Fewer rows than places: the others are versions that were replaced since.
    after = last && rows.length > limit ? rankOf(key, last) : endOf(places, key.direction);
  }
  const shown = found.slice(0, limit);
  const last = shown.at(-1);
  return {
    items: await withVerdicts(needs, wanted.project, shown),
    ...(last && found.length > limit ? { nextCursor: cursorOf(rankOf(key, last)) } : {}),
  };
}

const rankOf = (key: Key, listed: Listed): RankedPlace => [key.of(listed), listed.filedAt, listed.row.id];

const Place = z.strictObject({ filedAt: z.number(), key: z.number() });
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
  { clickhouse, compile }: ReadNeeds,
  wanted: Wanted,
  { sql, direction, toNumber = same, fromNumber = same }: Key,
  { after, over, limit }: Asked & { readonly over?: number | undefined },
): Promise<readonly Place[]> {
  const { sql: claim, params } = compile(wanted.query);
  const sign = signs[direction];
  const last = fromNumber("{afterKey:Float64}");
  // The key alone once more: granules are passed over by it.
  const beyond = `AND ${sql} ${sign}= ${last} AND (${sql}, at) ${sign} (${last}, {afterAt:DateTime64(3, 'UTC')})`;
  const found = await clickhouse.select(
    "find the first of an order",
    `SELECT toFloat64(toUnixTimestamp64Milli(at)) AS filedAt, toFloat64(${toNumber(sql)}) AS key FROM datapoints
     ${over === undefined ? "" : `PREWHERE ${sql} > {over:Float64} AND (${claim})`}
     WHERE ${inRange} ${over === undefined ? `AND (${claim})` : ""} ${after ? beyond : ""}
     ORDER BY ${sql} ${direction}, at ${direction} LIMIT ${limit} ${oneWeekAtATime}`,
    { ...params, ...rangeParams(wanted), ...afterParams(after), ...(over === undefined ? {} : { over }) },
  );
  return z.array(Place).parse(found);
}

/** The rows of these places as they are now, and those that stand at the place of the row before them. */
async function rowsWithin(
  { clickhouse, compile }: ReadNeeds,
  wanted: Wanted,
  { sql, direction, fromNumber = same }: Key,
  { places, after, limit }: Asked & { readonly places: readonly Place[] },
): Promise<readonly Listed[]> {
  const [key, filedAt] = endOf(places, direction) ?? after ?? [];
  if (key === undefined || filedAt === undefined) return [];
  const { sql: claim, params } = compile(wanted.query);
  const sign = signs[direction];
  const beyond = `AND (${sql}, at, id) ${sign} (${fromNumber("{afterKey:Float64}")}, {afterAt:DateTime64(3, 'UTC')}, {afterId:String})`;
  const times = new Set([...places.map((place) => place.filedAt), ...(after ? [after[1]] : [])]);
  // A claim over the key of the table comes before versions are merged, and before wider columns are read.
  const rows = await clickhouse.select(
    "read the first of an order",
    `SELECT ${listColumns} FROM datapoints FINAL PREWHERE ${inRange} AND at IN {times:Array(DateTime64(3, 'UTC'))}
     WHERE (${claim}) AND (${fromNumber("{endKey:Float64}")}, {endAt:DateTime64(3, 'UTC')}) ${sign}= (${sql}, at) ${after ? beyond : ""}
     ORDER BY ${sql} ${direction}, at ${direction}, id ${direction} LIMIT ${limit} ${oneWeekAtATime}`,
    {
      ...params,
      ...rangeParams(wanted),
      ...afterParams(after),
      times: [...times].map(timeParam),
      endKey: key,
      endAt: timeParam(filedAt),
    },
  );
  return rows.map(listedOf);
}

const signs = { ASC: ">", DESC: "<" } as const;
const same = (sql: string) => sql;

const afterParams = (after: RankedPlace | undefined) =>
  after ? { afterKey: after[0], afterAt: timeParam(after[1]), afterId: after[2] } : {};

/** Behind every row of the last place: no id is less than the empty one, or greater than this sign. */
function endOf(places: readonly Place[], direction: Key["direction"]): RankedPlace | undefined {
  const last = places.at(-1);
  return last && [last.key, last.filedAt, direction === "DESC" ? "" : "~"];
}
