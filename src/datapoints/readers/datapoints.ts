import { z } from "zod";
import { Failure } from "../../platform/failure.ts";
import type { Params } from "../../storage/index.ts";
import { dialogLinkOf } from "../dialog/dialog-link.ts";
import type { DatapointReader, StoredDatapoint } from "../ports/datapoint-reader.ts";
import { arrivals } from "./arrivals.ts";
import { details } from "./details.ts";
import { createDialogHistoryReader } from "./dialog-history.ts";
import { listPage, newestRows, type Wanted } from "./list.ts";
import type { TimedReaderDependencies } from "./reads.ts";
import { matching } from "./scope-sql.ts";
import { sortedPage } from "./sorted.ts";

export function createDatapointReader(dependencies: TimedReaderDependencies): DatapointReader {
  const { clickhouse } = dependencies;
  const histories = createDialogHistoryReader({ clickhouse });
  return {
    list(project, query, range, { order = "newest", ...page }) {
      const wanted = { project, query, range };
      return order === "newest" ? listPage(dependencies, wanted, page) : sortedPage(dependencies, wanted, order, page);
    },

    arrived: (project, query, { since, now }, limit) => arrivals(dependencies, { project, query, since, now }, limit),

    count: (project, query, range) =>
      counted({ project, query, range }, (calls) => `SELECT toFloat64(count()) AS count ${calls}`),

    countSampled: (project, query, range, { share, mostPerMinute }) =>
      counted(
        { project, query, range },
        (calls) =>
          `SELECT sum(each) AS count FROM
             (SELECT least(count() * {share:Float64}, {most:Float64}) AS each ${calls} GROUP BY toStartOfMinute(at))`,
        { share, most: mostPerMinute },
      ),

    async get(project, id) {
      // Versions of one row can have two partition times if a source's clock is wrong: the newest counts.
      const rows = await clickhouse.select(
        "find a datapoint",
        `SELECT toFloat64(toUnixTimestamp64Milli(at)) AS partitionTime FROM datapoints
         WHERE project_id = {project:String} AND id = {id:String} ORDER BY version DESC LIMIT 1`,
        { project, id },
      );
      const [row] = z.array(z.strictObject({ partitionTime: z.number() })).parse(rows);
      if (!row) return undefined;
      const [stored] = await details(clickhouse, project, [{ id, partitionTime: row.partitionTime }]);
      return stored && withHistory(stored);
    },

    async stored(project, filed, { withHistory: isWanted } = { withHistory: false }) {
      const found = await details(clickhouse, project, filed);
      if (!isWanted) return found;
      const all: StoredDatapoint[] = [];
      for (const each of found) all.push(await withHistory(each));
      return all;
    },

    async newest(project, query, range, limit) {
      const { rows } = await newestRows(dependencies, { project, query, range }, { limit });
      return details(
        clickhouse,
        project,
        rows.map(({ partitionTime, row }) => ({ partitionTime, id: row.id })),
      );
    },
  };

  /** A dialog that cannot be read in time does not keep its call from being shown. */
  async function withHistory(stored: StoredDatapoint): Promise<StoredDatapoint> {
    const { datapoint } = stored;
    const link = dialogLinkOf(datapoint);
    if (!link) return stored;
    const dialogHistory = await histories.read(datapoint.projectId, link, datapoint).catch((thrown: unknown) => {
      if (!(thrown instanceof Failure)) throw thrown;
      const heldBy = link.kind === "response" ? "provider" : link.heldBy;
      return { heldBy, turns: [], isCut: true } as const;
    });
    return dialogHistory ? { ...stored, datapoint: { ...datapoint, dialogHistory } } : stored;
  }

  async function counted(wanted: Wanted, sqlOf: (calls: string) => string, values: Params = {}): Promise<number> {
    const { where, params } = matching(dependencies, wanted);
    const rows = await clickhouse.select("count datapoints", sqlOf(`FROM datapoints FINAL WHERE ${where}`), {
      ...params,
      ...values,
    });
    return z.tuple([z.strictObject({ count: z.number() })]).parse(rows)[0].count;
  }
}
