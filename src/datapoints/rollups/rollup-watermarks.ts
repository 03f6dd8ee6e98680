import { z } from "zod";
import type { ClickHouse, Params } from "../../storage/index.ts";
import { timeParam } from "../readers/reads.ts";

/** Seconds before the newest part: the operating system has flushed older page cache to disk. */
const flushedSeconds = 120;

/**
 * Marks hours whose rollups must be recomputed. Inserts mark their hours automatically; deletions do not. Rows
 * are fsynced but marks are not: after a power failure the hours that were stored last can be unmarked.
 */
export function createRollupWatermarks({ clickhouse }: { readonly clickhouse: ClickHouse }) {
  return { hoursOf, mark, markLast: markLastStored };

  /** Returns the hours of the datapoints that match a predicate, Unix milliseconds. */
  async function hoursOf(where: string, params: Params): Promise<readonly number[]> {
    const rows = await clickhouse.select(
      "find the hours of deleted data",
      `SELECT DISTINCT toFloat64(toUnixTimestamp(toStartOfHour(at))) * 1000 AS hour FROM datapoints WHERE ${where} LIMIT 100000`,
      params,
    );
    return z
      .array(z.strictObject({ hour: z.number() }))
      .parse(rows)
      .map(({ hour }) => hour);
  }

  /** Marks the hours that were stored last before ClickHouse stopped. */
  async function markLastStored(): Promise<void> {
    for (const source of sources)
      await clickhouse.command(
        "mark the hours that were stored last",
        `INSERT INTO hour_watermarks (project_id, at, source, version, is_deleted)
         SELECT DISTINCT project_id, toDateTime64(toStartOfHour(at), 3, 'UTC'), {source:String},
           toUInt64(toUnixTimestamp64Micro(now64(6))), 0
         FROM ${source} WHERE _part IN (
           SELECT name FROM system.parts WHERE ${ofSource} AND modification_time >=
             (SELECT max(modification_time) FROM system.parts WHERE ${ofSource}) - {seconds:UInt32})
         SETTINGS max_partitions_per_insert_block = 0`,
        { source, seconds: flushedSeconds },
      );
  }

  async function mark(project: string, hours: readonly number[]): Promise<void> {
    if (hours.length === 0) return;
    await clickhouse.command(
      "mark hours",
      `INSERT INTO hour_watermarks (project_id, at, source, version, is_deleted)
       SELECT {project:String}, hour, source, toUInt64(toUnixTimestamp64Micro(now64(6))), 0
       FROM (SELECT arrayJoin({hours:Array(DateTime64(3, 'UTC'))}) AS hour, arrayJoin({sources:Array(String)}) AS source)
       SETTINGS max_partitions_per_insert_block = 0`,
      { project, hours: hours.map(timeParam), sources },
    );
  }
}

const sources = ["datapoints", "verdicts", "findings"] as const;
const ofSource = "database = currentDatabase() AND table = {source:String} AND active";
