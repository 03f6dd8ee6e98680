import { z } from "zod";
import type { ReaderDependencies } from "../../datapoints/index.ts";
import { filedParams, timeParam } from "../../datapoints/service.ts";
import { asDatapointId } from "../../platform/ids.ts";
import type { SampleReader } from "../ports/custom-checks.ts";

const positionColumns = "id, toFloat64(toUnixTimestamp64Milli(at)) AS partitionTime, toFloat64(version) AS rowVersion";
const SamplePosition = z.strictObject({ id: z.string(), partitionTime: z.number(), rowVersion: z.number() });

export function createSampleReader({ clickhouse, compile }: ReaderDependencies): SampleReader {
  return {
    async sample(project, query, { from, to }, limit) {
      const { sql, params } = compile(query);
      const rows = await clickhouse.select(
        "take a sample",
        `SELECT ${positionColumns} FROM datapoints FINAL WHERE project_id = {project:String}
         AND at >= {from:DateTime64(3, 'UTC')} AND at < {to:DateTime64(3, 'UTC')} AND (${sql})
         ORDER BY at DESC, id DESC LIMIT {limit:UInt32}`,
        { ...params, project, from: timeParam(from), to: timeParam(to), limit },
      );
      return rows.map(positionOf);
    },

    async locate(project, ids) {
      const rows = await clickhouse.select(
        "locate datapoints",
        `SELECT ${positionColumns} FROM datapoints FINAL
         WHERE project_id = {project:String} AND id IN {ids:Array(String)}`,
        { project, ids: [...ids] },
      );
      return rows.map(positionOf);
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

function positionOf(row: unknown) {
  const { id, ...position } = SamplePosition.parse(row);
  return { id: asDatapointId(id), ...position };
}
