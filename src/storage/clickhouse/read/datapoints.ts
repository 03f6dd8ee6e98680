import { z } from "zod";
import type { DatapointReader } from "../../../ports/datapoint-reader.ts";
import { arrivals } from "./arrivals.ts";
import { details } from "./details.ts";
import { listPage, newestRows } from "./list.ts";
import { type ReadNeeds, timeParam } from "./reads.ts";
import { sortedPage } from "./sorted.ts";

export function createDatapointReader(needs: ReadNeeds): DatapointReader {
  const { clickhouse, compile } = needs;
  return {
    list(project, query, range, { order = "newest", ...page }) {
      const wanted = { project, query, range };
      return order === "newest" ? listPage(needs, wanted, page) : sortedPage(needs, wanted, order, page);
    },

    arrived: (project, query, { since, now }, limit) => arrivals(needs, { project, query, since, now }, limit),

    async count(project, query, { from, to }) {
      const { sql, params } = compile(query);
      const rows = await clickhouse.select(
        "count datapoints",
        `SELECT toFloat64(count()) AS count FROM datapoints FINAL WHERE project_id = {project:String}
         AND at >= {from:DateTime64(3, 'UTC')} AND at < {to:DateTime64(3, 'UTC')} AND (${sql})`,
        { ...params, project, from: timeParam(from), to: timeParam(to) },
      );
      return z.tuple([z.strictObject({ count: z.number() })]).parse(rows)[0].count;
    },

    async withoutContent(project, { from, to }) {
      const rows = await clickhouse.select(
        "count datapoints without content",
        `SELECT convention, toFloat64(count()) AS count FROM datapoints FINAL WHERE project_id = {project:String}
         AND at >= {from:DateTime64(3, 'UTC')} AND at < {to:DateTime64(3, 'UTC')} AND has(flags, 'content_missing') AND NOT has(flags, 'content_dropped')
         GROUP BY convention`,
        { project, from: timeParam(from), to: timeParam(to) },
      );
      const counts = z.array(z.strictObject({ convention: z.string(), count: z.number() })).parse(rows);
      return new Map(counts.map(({ convention, count }) => [convention, count]));
    },

    async get(project, id) {
      // Versions of one row may lie under two times where a sender's clock is wrong: the newest counts.
      const rows = await clickhouse.select(
        "find a datapoint",
        `SELECT toFloat64(toUnixTimestamp64Milli(at)) AS filedAt FROM datapoints
         WHERE project_id = {project:String} AND id = {id:String} ORDER BY version DESC LIMIT 1`,
        { project, id },
      );
      const [row] = z.array(z.strictObject({ filedAt: z.number() })).parse(rows);
      return row && (await details(clickhouse, project, [{ id, filedAt: row.filedAt }]))[0];
    },

    stored: (project, filed) => details(clickhouse, project, filed),

    async newest(project, query, range, limit) {
      const rows = await newestRows(needs, { project, query, range }, { limit });
      return details(
        clickhouse,
        project,
        rows.map(({ filedAt, row }) => ({ filedAt, id: row.id })),
      );
    },
  };
}
