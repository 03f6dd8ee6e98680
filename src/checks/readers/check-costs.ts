import { z } from "zod";
import type { ReaderDependencies } from "../../datapoints/index.ts";
import { chartShare, inRange, oneWeekAtATime, timeParam } from "../../datapoints/service.ts";
import type { CheckCostReader } from "../ports/check-costs.ts";

export function createCheckCostReader({ clickhouse }: Pick<ReaderDependencies, "clickhouse">): CheckCostReader {
  return {
    async costs(project, { from, to }) {
      const rows = await clickhouse.select(
        "sum what verdicts cost",
        `SELECT check, toFloat64(count()) AS verdicts, sum(assumeNotNull(cost_usd)) AS costUsd
         FROM verdicts FINAL WHERE ${inRange} AND cost_usd IS NOT NULL GROUP BY check ORDER BY check ${oneWeekAtATime}`,
        { project, from: timeParam(from), to: timeParam(to) },
        { share: chartShare },
      );
      return z.array(Cost).parse(rows);
    },
  };
}

const Cost = z.strictObject({ check: z.string(), verdicts: z.number(), costUsd: z.number() });
