import { z } from "zod";
import type { Scope } from "../../dashboards/ports/overview.ts";
import type { Params } from "../../storage/clickhouse/client.ts";
import type { Range } from "../ports/datapoint-reader.ts";
import type { Query } from "../query/ast.ts";
import { rolledFields } from "../rollups/figures.ts";
import { type HourKind, hourMs, settledMs } from "../rollups/kinds.ts";
import { type ReadNeeds, timeParam } from "./reads.ts";
import { inRange, rangeParams } from "./scope-sql.ts";

/** A table of figures by hour, the hour in its column `at`, with the values of its placeholders. */
export interface HourSource {
  readonly table: string;
  readonly params: Params;
}

/** Below this the rows themselves are as quick. */
const worthwhileMs = 12 * hourMs;
/** More stretches than this are many statements in one. */
const stretchesAtMost = 60;

/**
 * Figures by hour of what is asked for, from those that were worked out before and, for hours that something was stored
 * in since (and hours that lie in the range only in part), from the rows themselves. Undefined where hours do not
 * answer: a finer time, a query about more than they keep apart, or hardly anything worked out yet.
 */
export async function hourSource(
  needs: ReadNeeds,
  scope: Scope,
  kind: HourKind,
  widthMs = hourMs,
): Promise<HourSource | undefined> {
  const { from, to } = scope.range;
  if (widthMs % hourMs !== 0 || to - from < worthwhileMs || !isKeptApart(scope.query)) return undefined;
  const stale = await staleHours(needs, scope, kind);
  const own = stretchesOf([...partHours(scope.range), ...stale]);
  if (own.length > stretchesAtMost || stale.length * hourMs > (to - from) / 2) return undefined;
  const { sql, params } = needs.compile(scope.query);
  const { table, columns, isFigure, fresh } = kind;
  const isOwn = own.map((_, index) => `(at >= ${bound("start", index)} AND at < ${bound("end", index)})`);
  const among = isOwn.length === 0 ? "0" : `(${isOwn.join(" OR ")})`;
  return {
    table: `(
      SELECT at, ${columns} FROM ${table} WHERE ${inRange} AND NOT ${among} AND ${isFigure} AND (${sql})
        AND (at, version) IN (SELECT at, max(version) FROM ${table} WHERE ${inRange} GROUP BY at)
      UNION ALL SELECT hour AS at, ${columns} FROM (${fresh(`${inRange} AND ${among}`, `(${sql})`)}))`,
    params: { ...params, ...rangeParams(scope), ...boundsOf(own) },
  };
}

const bound = (name: "start" | "end", index: number) => `{${name}${index}:DateTime64(3, 'UTC')}`;

const boundsOf = (stretches: readonly Range[]): Params =>
  Object.fromEntries(
    stretches.flatMap(({ from, to }, index) => [
      [`start${index}`, timeParam(from)],
      [`end${index}`, timeParam(to)],
    ]),
  );

function isKeptApart(query: Query): boolean {
  switch (query.kind) {
    case "all":
      return true;
    case "and":
    case "or":
      return query.of.every(isKeptApart);
    case "not":
      return isKeptApart(query.of);
    case "filter":
      return rolledFields.has(query.field);
    default:
      return false;
  }
}

/** Hours of which nobody may say yet that their figures are whole, Unix milliseconds. */
async function staleHours(
  { clickhouse }: ReadNeeds,
  scope: Pick<Scope, "project" | "range">,
  { table, sources }: HourKind,
): Promise<readonly number[]> {
  const rows = await clickhouse.select(
    "find hours without figures",
    `SELECT toFloat64(toUnixTimestamp64Milli(hour)) AS at FROM (
       SELECT at AS hour, version AS touched, toUInt64(0) AS rolled FROM touched_hours
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

/** The first and the last hour of a range, where it holds only a part of them. */
function partHours({ from, to }: Range): readonly number[] {
  return [from, to].flatMap((at) => (at % hourMs === 0 ? [] : [at - (at % hourMs)]));
}

/** Hours that follow upon each other, as one stretch each. */
function stretchesOf(hours: readonly number[]): readonly Range[] {
  const stretches: { from: number; to: number }[] = [];
  for (const at of [...new Set(hours)].sort((one, other) => one - other)) {
    const last = stretches.at(-1);
    if (last?.to === at) last.to = at + hourMs;
    else stretches.push({ from: at, to: at + hourMs });
  }
  return stretches;
}
