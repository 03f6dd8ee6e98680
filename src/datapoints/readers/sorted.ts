import { z } from "zod";
import type { Page, PageRequest, Range } from "../../platform/paging.ts";
import type { DatapointRow, RowOrder } from "../ports/datapoint-reader.ts";
import { cursorOf, type RankedPosition, rankedPositionOf } from "./cursor.ts";
import { type Listed, listColumns, listedOf } from "./datapoint-columns.ts";
import { type Wanted, withVerdicts } from "./list.ts";
import { type ReaderDependencies, timeParam } from "./reads.ts";
import { inRange, oneWeekAtATime, rangeParams } from "./scope-sql.ts";

type Sorted = Exclude<RowOrder, "newest">;

interface Key {
  /**
   * The compared column, unchanged and never NULL, so that ClickHouse can use its minimum and maximum per granule.
   */
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
    of: ({ partitionTime }) => partitionTime,
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
 * Searches the whole range for an order other than newest first: by key and time alone, over all stored
 * versions, because merging versions and reading ids would dominate the cost. Equal rows sort newest first. Then
 * the current rows at these times are read, and those within the found positions are returned.
 */
export async function sortedPage(
  dependencies: ReaderDependencies,
  wanted: Wanted,
  order: Sorted,
  { limit, cursor }: PageRequest,
): Promise<Page<DatapointRow>> {
  const key = keys[order];
  const found: Listed[] = [];
  let after = cursor === undefined ? undefined : rankedPositionOf(cursor);
  for (let isMore = true; isMore && found.length <= limit; ) {
    const request = { after, limit: limit + 1 };
    const positions = await firstPositions(dependencies, wanted, key, request);
    const rows = await rowsWithin(dependencies, wanted, key, { ...request, positions });
    found.push(...rows);
    isMore = positions.length > limit || rows.length > limit;
    const last = rows.at(-1);
    // Fewer rows than positions: the others are versions that have been replaced.
    after = last && rows.length > limit ? rankOf(key, last) : endOf(positions, key.direction);
  }
  const shown = found.slice(0, limit);
  const last = shown.at(-1);
  return {
    items: await withVerdicts(dependencies, wanted.project, shown),
    ...(last && found.length > limit ? { nextCursor: cursorOf(rankOf(key, last)) } : {}),
  };
}

const rankOf = (key: Key, listed: Listed): RankedPosition => [key.of(listed), listed.partitionTime, listed.row.id];

const Position = z.strictObject({ partitionTime: z.number(), key: z.number() });
type Position = z.infer<typeof Position>;

interface RankRequest {
  readonly after: RankedPosition | undefined;
  readonly limit: number;
}

/**
 * Searches backwards from the newest window: the rows found so far bound the rest, so that most of it is not
 * read.
 */
async function firstPositions(
  dependencies: ReaderDependencies,
  wanted: Wanted,
  key: Key,
  request: RankRequest,
): Promise<readonly Position[]> {
  const { limit } = request;
  if (key.direction === "ASC") return positionsIn(dependencies, wanted, key, request);
  let first: readonly Position[] = [];
  for (const range of windowsOf(wanted.range)) {
    const found = await positionsIn(dependencies, { ...wanted, range }, key, {
      ...request,
      over: first[limit - 1]?.key,
    });
    first = [...first, ...found].sort((one, other) => other.key - one.key).slice(0, limit);
  }
  return first;
}

/** Returns windows newest first, each twice as long as all before it. */
function windowsOf({ from, to }: Range): readonly Range[] {
  const windows: Range[] = [];
  for (let end = to, length = firstWindowMs; end > from; length = 2 * (to - end)) {
    const start = Math.max(from, end - length);
    windows.push({ from: start, to: end });
    end = start;
  }
  return windows;
}

const firstWindowMs = 86_400_000;

async function positionsIn(
  { clickhouse, compile }: ReaderDependencies,
  wanted: Wanted,
  { sql, direction, toNumber = same, fromNumber = same }: Key,
  { after, over, limit }: RankRequest & { readonly over?: number | undefined },
): Promise<readonly Position[]> {
  const { sql: claim, params } = compile(wanted.query);
  const sign = signs[direction];
  const last = fromNumber("{afterKey:Float64}");
  // The key alone is repeated, because ClickHouse skips granules by it.
  const beyond = `AND ${sql} ${sign}= ${last} AND (${sql}, at) ${sign} (${last}, {afterAt:DateTime64(3, 'UTC')})`;
  const found = await clickhouse.select(
    "find the first of an order",
    `SELECT toFloat64(toUnixTimestamp64Milli(at)) AS partitionTime, toFloat64(${toNumber(sql)}) AS key FROM datapoints
     ${over === undefined ? "" : `PREWHERE ${sql} > {over:Float64} AND (${claim})`}
     WHERE ${inRange} ${over === undefined ? `AND (${claim})` : ""} ${after ? beyond : ""}
     ORDER BY ${sql} ${direction}, at ${direction} LIMIT ${limit} ${oneWeekAtATime}`,
    { ...params, ...rangeParams(wanted), ...afterParams(after), ...(over === undefined ? {} : { over }) },
  );
  return z.array(Position).parse(found);
}

/** Returns the current rows at these positions, including rows that tie with the last row of the previous page. */
async function rowsWithin(
  { clickhouse, compile }: ReaderDependencies,
  wanted: Wanted,
  { sql, direction, fromNumber = same }: Key,
  { positions, after, limit }: RankRequest & { readonly positions: readonly Position[] },
): Promise<readonly Listed[]> {
  const [key, partitionTime] = endOf(positions, direction) ?? after ?? [];
  if (key === undefined || partitionTime === undefined) return [];
  const { sql: claim, params } = compile(wanted.query);
  const sign = signs[direction];
  const beyond = `AND (${sql}, at, id) ${sign} (${fromNumber("{afterKey:Float64}")}, {afterAt:DateTime64(3, 'UTC')}, {afterId:String})`;
  const times = new Set([...positions.map((position) => position.partitionTime), ...(after ? [after[1]] : [])]);
  // PREWHERE on the table's key runs before versions are merged and before wider columns are read.
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
      endAt: timeParam(partitionTime),
    },
  );
  return rows.map(listedOf);
}

const signs = { ASC: ">", DESC: "<" } as const;
const same = (sql: string) => sql;

const afterParams = (after: RankedPosition | undefined) =>
  after ? { afterKey: after[0], afterAt: timeParam(after[1]), afterId: after[2] } : {};

/** Positions after every row with the last key: no id sorts below the empty one, or above this character. */
function endOf(positions: readonly Position[], direction: Key["direction"]): RankedPosition | undefined {
  const last = positions.at(-1);
  return last && [last.key, last.partitionTime, direction === "DESC" ? "" : "~"];
}
