import { z } from "zod";
import type { SampleReader } from "../../checks/ports/custom-checks.ts";
import { filedParams } from "../../checks/readers/verdicts.ts";
import { asDatapointId } from "../../platform/ids.ts";
import { type ReadNeeds, timeParam } from "./reads.ts";

const placeColumns = "id, toFloat64(toUnixTimestamp64Milli(at)) AS filedAt, toFloat64(version) AS rowVersion";
const Place = z.strictObject({ id: z.string(), filedAt: z.number(), rowVersion: z.number() });

export function createSampleReader({ clickhouse, compile }: ReadNeeds): SampleReader {
  return {
    async sample(project, query, { from, to }, limit) {
      const { sql, params } = compile(query);
      const rows = await clickhouse.select(
        "take a sample",
        `SELECT ${placeColumns} FROM datapoints FINAL WHERE project_id = {project:String}
         AND at >= {from:DateTime64(3, 'UTC')} AND at < {to:DateTime64(3, 'UTC')} AND (${sql})
         ORDER BY at DESC, id DESC LIMIT {limit:UInt32}`,
        { ...params, project, from: timeParam(from), to: timeParam(to), limit },
      );
      return rows.map(placeOf);
    },

    async locate(project, ids) {
      const rows = await clickhouse.select(
        "locate datapoints",
        `SELECT ${placeColumns} FROM datapoints FINAL
         WHERE project_id = {project:String} AND id IN {ids:Array(String)}`,
        { project, ids: [...ids] },
      );
      return rows.map(placeOf);
    },

    async tally(project, items, checks) {
      if (items.length === 0) return [];
      const rows = await clickhouse.select(
        "tally verdicts",
        `SELECT check, check_version AS version, state, toFloat64(count()) AS count FROM verdicts FINAL
         WHERE project_id = {project:String} AND at IN {times:Array(DateTime64(3, 'UTC'))}
         AND datapoint_id IN {ids:Array(String)} AND check IN {checks:Array(String)}
         GROUP BY check, version, state ORDER BY check, version, state`,
        { ...filedParams(project, items), checks: [...checks] },
      );
      return rows.map((row) => Tally.parse(row));
    },
  };
}

const Tally = z.strictObject({ check: z.string(), version: z.number(), state: z.string(), count: z.number() });

function placeOf(row: unknown) {
  const { id, ...place } = Place.parse(row);
  return { id: asDatapointId(id), ...place };
}
