import { z } from "zod";
import type { ClickHouse } from "../../storage/index.ts";
import type { SenderReader } from "../ports/sender-reader.ts";
import { timeParam, withoutNulls } from "./reads.ts";
import { inRange, oneWeekAtATime, rangeParams } from "./scope-sql.ts";

/** The span of a call whose log records arrived follows within a minute, or never. */
const spanWaitMs = 60_000;

export function createSenderReader({ clickhouse }: { clickhouse: ClickHouse }): SenderReader {
  return {
    async lacking(project, range) {
      const rows = await clickhouse.select("look for what senders leave out", lackingSql, {
        ...rangeParams({ project, range }),
        settled: timeParam(range.to - spanWaitMs),
      });
      return rows.map((row) => {
        const {
          service,
          convention,
          contentless,
          contentlessNow,
          spanless,
          spanlessNow,
          misdated,
          misdatedNow,
          aheadMs,
        } = CallRow.parse(row);
        return {
          ...withoutNulls({ service }),
          convention,
          withoutContent: { calls: contentless, goesOn: contentlessNow },
          withoutSpan: { calls: spanless, goesOn: spanlessNow },
          misdated: { calls: misdated, goesOn: misdatedNow },
          aheadMs: aheadMs ?? 0,
        };
      });
    },

    async spansOf(project, range) {
      const lists = await Promise.all(
        (["spans", "log_records"] as const).map((table) =>
          clickhouse.select(`count ${table} by sender`, spansSql(table), rangeParams({ project, range })),
        ),
      );
      return lists.flatMap((rows, index) =>
        rows.map((row) => {
          const { service, count } = SpanRow.parse(row);
          return { signal: index === 0 ? "spans" : "log records", ...withoutNulls({ service }), count } as const;
        }),
      );
    },
  };
}

const missing = "has(flags, 'content_missing') AND NOT has(flags, 'content_dropped')";
const partial = "has(flags, 'partial')";
const settled = "at < {settled:DateTime64(3, 'UTC')}";
/** Calls that ended before they started are flagged too, but are close to their arrival. */
const misdated = "has(flags, 'clock_skew') AND abs(dateDiff('second', at, started_at)) > 60";

/** Grouped by operation: embeddings without content are no evidence about chats that have it. */
const lackingSql = `SELECT service, convention,
   toFloat64(countIf(${missing})) AS contentless, argMax(${missing}, at) AS contentlessNow,
   toFloat64(countIf(${partial} AND ${settled})) AS spanless, argMaxIf(${partial}, at, ${settled}) AS spanlessNow,
   toFloat64(countIf(${misdated})) AS misdated, argMax(${misdated}, at) AS misdatedNow,
   toFloat64(maxIf(dateDiff('millisecond', at, started_at), ${misdated})) AS aheadMs
 FROM datapoints FINAL WHERE ${inRange} GROUP BY service, convention, operation
 HAVING contentless > 0 OR spanless > 0 OR misdated > 0 LIMIT 100 ${oneWeekAtATime}`;

const spansSql = (table: string) =>
  `SELECT nullIf(JSONExtractString(resource['service.name']), '') AS service, toFloat64(count()) AS count FROM ${table} FINAL
   WHERE ${inRange} GROUP BY service ORDER BY count DESC, service LIMIT 10 ${oneWeekAtATime}`;

const Flag = z.union([z.boolean(), z.int().transform((value) => value === 1)]);
const CallRow = z.strictObject({
  service: z.string().nullable(),
  convention: z.string(),
  contentless: z.number(),
  contentlessNow: Flag,
  spanless: z.number(),
  spanlessNow: Flag,
  misdated: z.number(),
  misdatedNow: Flag,
  aheadMs: z.number().nullable(),
});
const SpanRow = z.strictObject({ service: z.string().nullable(), count: z.number() });
