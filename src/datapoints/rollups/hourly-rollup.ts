import { z } from "zod";
import type { ClickHouse, Params } from "../../storage/index.ts";
import { timeParam } from "../readers/reads.ts";
import { inRange } from "../readers/scope-sql.ts";
import { checksKind, type HourKind, hourMs, settledMs, usageKind } from "./kinds.ts";

/** Computes the rollups of settled hours. Several processes can do so concurrently with the same result. */
export interface HourlyRollup {
  /**
   * Computes at most `atMost` hours of each kind, newest first, and returns their number. Throws as `ClickHouse`
   * does.
   */
  run(atMost?: number): Promise<number>;
}

/** Consecutive hours of one week that are read together. */
const hoursAtOnce = 6;

export function createHourlyRollup({ clickhouse }: { readonly clickhouse: ClickHouse }): HourlyRollup {
  return {
    async run(atMost = 500) {
      let computed = 0;
      if (await isBehind()) return 0;
      for (const kind of [usageKind, checksKind]) {
        const due = await dueHours(kind, atMost);
        for (const window of windowsOf(due)) await computeWindow(kind, window);
        computed += due.length;
      }
      return computed;
    },
  };

  /** Whether this replica lags: its rollups would be incomplete. */
  async function isBehind(): Promise<boolean> {
    const behind = await clickhouse.select(
      "see whether this server is behind",
      `SELECT 1 FROM system.replicas WHERE database = currentDatabase() AND (is_readonly OR absolute_delay > {most:UInt64}) LIMIT 1`,
      { most: settledMs / 10_000 },
    );
    return behind.length > 0;
  }

  async function dueHours({ table, sources }: HourKind, atMost: number): Promise<readonly Hour[]> {
    const rows = await clickhouse.select(
      "find hours to work out",
      `SELECT project_id AS project, toFloat64(toUnixTimestamp64Milli(hour)) AS at FROM (
         SELECT project_id, at AS hour, version AS touched, toUInt64(0) AS rolled FROM hour_watermarks
         WHERE source IN {sources:Array(String)}
         UNION ALL SELECT project_id, at AS hour, toUInt64(0) AS touched, version AS rolled FROM ${table})
       GROUP BY project_id, hour
       HAVING max(rolled) <= max(touched) + {settled:UInt64} AND max(touched) + {settled:UInt64} < toUnixTimestamp64Micro(now64(6))
       ORDER BY hour DESC LIMIT ${atMost}`,
      { sources, settled: settledMs * 1000 },
    );
    return z.array(Hour).parse(rows);
  }

  /** Writes the metrics in one part, then the placeholder row of every hour, which matters for hours without data. */
  async function computeWindow(kind: HourKind, { project, from, count }: TimeWindow): Promise<void> {
    const { table, columns, fresh, naming } = kind;
    const params: Params = { project, from: timeParam(from), to: timeParam(from + count * hourMs) };
    const [clock] = await clickhouse.select(
      "read the clock",
      "SELECT toString(toUnixTimestamp64Micro(now64(6))) AS now",
    );
    const { now: version } = z.strictObject({ now: z.string() }).parse(clock);
    const name = naming ? { column: `${naming.column}, `, sql: `${naming.sql}, ` } : { column: "", sql: "" };
    await clickhouse.command(
      "compute hourly rollups",
      `INSERT INTO ${table} (project_id, at, ${name.column}version, is_deleted, ${columns})
       SELECT {project:String}, hour, ${name.sql}{version:UInt64}, 0, ${columns} FROM (${fresh(inRange, "1")})
       SETTINGS ${singlePartSettings}`,
      { ...params, version },
    );
    await clickhouse.command(
      "mark hours as worked out",
      `INSERT INTO ${table} (project_id, at, version, is_deleted)
       SELECT {project:String}, {from:DateTime64(3, 'UTC')} + toIntervalHour(number), {version:UInt64}, 0 FROM numbers({count:UInt64})`,
      { ...params, version, count },
    );
  }
}

/** One thread, so that interactive queries stay fast; one block, so that all rows become visible together. */
const singlePartSettings = `max_threads = 1, max_insert_threads = 1, min_insert_block_size_rows = 1000000, max_memory_usage = 500000000,
  max_bytes_before_external_group_by = 200000000, do_not_merge_across_partitions_select_final = 1`;

const Hour = z.strictObject({ project: z.string(), at: z.number() });
type Hour = z.infer<typeof Hour>;

interface TimeWindow {
  readonly project: string;
  readonly from: number;
  readonly count: number;
}

const weekMs = 7 * 24 * hourMs;
/** Monday, 5 January 1970. */
const firstMondayMs = 4 * 24 * hourMs;
const weekOf = (at: number) => Math.floor((at - firstMondayMs) / weekMs);

/** Merges consecutive hours of one project within a week, newest window first. */
function windowsOf(hours: readonly Hour[]): readonly TimeWindow[] {
  return [...Map.groupBy(hours, ({ project }) => project)].flatMap(([project, of]) => {
    const windows: { project: string; from: number; count: number }[] = [];
    for (const { at } of of) {
      const last = windows.at(-1);
      const joins = last && last.from - hourMs === at && last.count < hoursAtOnce && weekOf(at) === weekOf(last.from);
      if (joins) {
        last.from = at;
        last.count++;
      } else windows.push({ project, from: at, count: 1 });
    }
    return windows;
  });
}
