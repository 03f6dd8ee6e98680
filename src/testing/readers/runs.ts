import { z } from "zod";
import { timeParam, verdictsOf } from "../../datapoints/service.ts";
import { asDatapointId, type DatapointId } from "../../platform/ids.ts";
import type { ClickHouse } from "../../storage/index.ts";
import type { JudgedTry, RunReader } from "../ports/run-reader.ts";

const atOnce = 500;

const Found = z.strictObject({ id: z.string(), partitionTime: z.number(), costUsd: z.number().nullable() });

/** Reads test-run attempts in batches of 500, because ClickHouse refuses queries of a megabyte. */
export function createRunReader(clickhouse: ClickHouse): RunReader {
  return {
    async judged(project, datapoints, { from, to }) {
      const all = new Map<DatapointId, JudgedTry>();
      for (let start = 0; start < datapoints.length; start += atOnce) {
        const rows = await clickhouse.select(
          "find attempts",
          `SELECT id, toFloat64(toUnixTimestamp64Milli(at)) AS partitionTime, cost_usd AS costUsd FROM datapoints FINAL
           WHERE project_id = {project:String} AND at >= {from:DateTime64(3, 'UTC')} AND at < {to:DateTime64(3, 'UTC')}
           AND id IN {ids:Array(String)}`,
          { project, from: timeParam(from), to: timeParam(to), ids: datapoints.slice(start, start + atOnce) },
        );
        const found = z.array(Found).parse(rows);
        const filed = found.map(({ id, partitionTime }) => ({ id: asDatapointId(id), partitionTime }));
        const verdicts = filed.length === 0 ? undefined : await verdictsOf(clickhouse, project, filed);
        for (const { id, costUsd } of found)
          all.set(asDatapointId(id), {
            verdicts: verdicts?.get(asDatapointId(id)) ?? [],
            ...(costUsd === null ? {} : { costUsd }),
          });
      }
      return all;
    },
  };
}
