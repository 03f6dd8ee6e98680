import { z } from "zod";
import type { ClickHouse, Params } from "../../storage/clickhouse/client.ts";
import { timeParam } from "../readers/reads.ts";

/** Parts written within so many seconds of the newest one: a page of a file is on the disk by then. */
const flushedSeconds = 120;

/**
 * Marks hours that figures have to be worked out anew of. Inserts mark theirs by themselves; deletions do not. And rows
 * are fsynced, marks are not: after a power failure those that were stored last may be unmarked.
 */
export function createMarks({ clickhouse }: { readonly clickhouse: ClickHouse }) {
  return { hoursOf, mark, markLast };

  /** Hours that datapoints of this claim lie in, Unix milliseconds. */
  async function hoursOf(where: string, params: Params): Promise<readonly number[]> {
    const rows = await clickhouse.select(
      "find the hours of what is deleted",
      `SELECT DISTINCT toFloat64(toUnixTimestamp(toStartOfHour(at))) * 1000 AS hour FROM datapoints WHERE ${where} LIMIT 100000`,
      params,
    );
    return z
      .array(z.strictObject({ hour: z.number() }))
      .parse(rows)
      .map(({ hour }) => hour);
  }

  /** Marks what was stored last before the engine stopped. */
  async function markLast(): Promise<void> {
    for (const source of sources)
      await clickhouse.command(
        "mark what was stored last",
        `INSERT INTO touched_hours (project_id, at, source, version, is_deleted)
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
      `INSERT INTO touched_hours (project_id, at, source, version, is_deleted)
       SELECT {project:String}, hour, source, toUInt64(toUnixTimestamp64Micro(now64(6))), 0
       FROM (SELECT arrayJoin({hours:Array(DateTime64(3, 'UTC'))}) AS hour, arrayJoin({sources:Array(String)}) AS source)
       SETTINGS max_partitions_per_insert_block = 0`,
      { project, hours: hours.map(timeParam), sources },
    );
  }
}

const sources = ["datapoints", "verdicts", "findings"] as const;
const ofSource = "database = currentDatabase() AND table = {source:String} AND active";
