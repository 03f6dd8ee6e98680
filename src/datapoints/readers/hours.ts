import { z } from "zod";
import type { Range } from "../../platform/paging.ts";
import type { Params } from "../../storage/index.ts";
import type { Scope } from "../ports/scope.ts";
import type { Query } from "../query/ast.ts";
import { type HourKind, hourMs, settledMs } from "../rollups/kinds.ts";
import { rollupFields } from "../rollups/rollup-sql.ts";
import { type ReaderDependencies, timeParam } from "./reads.ts";
import { inRange, rangeParams } from "./scope-sql.ts";

/** A table of hourly metrics with the hour in its column `at`, and the values of its placeholders. */
export interface HourSource {
  readonly table: string;
  readonly params: Params;
}

/** Below this, reading the rows themselves is as fast. */
const worthwhileMs = 12 * hourMs;
/** More time windows than this would make one statement too large. */
const maxWindows = 60;

/**
 * Returns metrics by hour: from rollups and, for hours that are stale or only partly in the range, from the rows
 * themselves. Returns undefined where rollups do not apply: finer buckets, a query on fields without rollups, or
 * hardly any rollups yet.
 */
export async function hourSource(
  dependencies: ReaderDependencies,
  scope: Scope,
  kind: HourKind,
  widthMs = hourMs,
): Promise<HourSource | undefined> {
  const { from, to } = scope.range;
  if (widthMs % hourMs !== 0 || to - from < worthwhileMs || !usesOnlyRollupFields(scope.query)) return undefined;
  const stale = await staleHours(dependencies, scope, kind);
  const own = windowsOf([...partHours(scope.range), ...stale]);
  if (own.length > maxWindows || stale.length * hourMs > (to - from) / 2) return undefined;
  const { sql, params } = dependencies.compile(scope.query);
  const { table, columns, isNonEmpty, fresh } = kind;
  const isOwn = own.map((_, index) => `(at >= ${bound("start", index)} AND at < ${bound("end", index)})`);
  const among = isOwn.length === 0 ? "0" : `(${isOwn.join(" OR ")})`;
  return {
    table: `(
      SELECT at, ${columns} FROM ${table} WHERE ${inRange} AND NOT ${among} AND ${isNonEmpty} AND (${sql})
        AND (at, version) IN (SELECT at, max(version) FROM ${table} WHERE ${inRange} GROUP BY at)
      UNION ALL SELECT hour AS at, ${columns} FROM (${fresh(`${inRange} AND ${among}`, `(${sql})`)}))`,
    params: { ...params, ...rangeParams(scope), ...boundsOf(own) },
  };
}

const bound = (name: "start" | "end", index: number) => `{${name}${index}:DateTime64(3, 'UTC')}`;

const boundsOf = (windows: readonly Range[]): Params =>
  Object.fromEntries(
    windows.flatMap(({ from, to }, index) => [
      [`start${index}`, timeParam(from)],
      [`end${index}`, timeParam(to)],
    ]),
  );

function usesOnlyRollupFields(query: Query): boolean {
  switch (query.kind) {
    case "all":
      return true;
    case "and":
    case "or":
      return query.of.every(usesOnlyRollupFields);
    case "not":
      return usesOnlyRollupFields(query.of);
    case "filter":
      return rollupFields.has(query.field);
    default:
      return false;
  }
}

/** Returns the hours whose rollups can be incomplete, Unix milliseconds. */
async function staleHours(
  { clickhouse }: ReaderDependencies,
  scope: Pick<Scope, "project" | "range">,
  { table, sources }: HourKind,
): Promise<readonly number[]> {
  const rows = await clickhouse.select(
    "find hours without rollups",
    `SELECT toFloat64(toUnixTimestamp64Milli(hour)) AS at FROM (
       SELECT at AS hour, version AS touched, toUInt64(0) AS rolled FROM hour_watermarks
       WHERE ${inRange} AND source IN {sources:Array(String)}
       UNION ALL SELECT at AS hour, toUInt64(0) AS touched, max(version) AS rolled FROM ${table} WHERE ${inRange} GROUP BY at)
     GROUP BY hour HAVING max(rolled) <= max(touched) + {settled:UInt64}`,
    { ...rangeParams(scope), sources, settled: settledMs * 1000 },
  );
  return z
    .array(z.strictObject({ at: z.number() }))
    .parse(rows)
    .map(({ at }) => at);
}

/** Returns the first and the last hour of a range, if the range covers only a part of them. */
function partHours({ from, to }: Range): readonly number[] {
  return [from, to].flatMap((at) => (at % hourMs === 0 ? [] : [at - (at % hourMs)]));
}

/** Merges consecutive hours into time windows. */
function windowsOf(hours: readonly number[]): readonly Range[] {
  const windows: { from: number; to: number }[] = [];
  for (const at of [...new Set(hours)].sort((one, other) => one - other)) {
    const last = windows.at(-1);
    if (last?.to === at) last.to = at + hourMs;
    else windows.push({ from: at, to: at + hourMs });
  }
  return windows;
}
