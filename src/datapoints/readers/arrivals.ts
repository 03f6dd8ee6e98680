import { z } from "zod";
import type { ProjectId } from "../../platform/ids.ts";
import type { Arrivals } from "../ports/datapoint-reader.ts";
import type { Query } from "../query/ast.ts";
import { listColumns, listedOf } from "./datapoint-columns.ts";
import { withVerdicts } from "./list.ts";
import type { ReaderDependencies } from "./reads.ts";
import { facetShare, matching, oneWeekAtATime } from "./scope-sql.ts";

/** Calls that took longer than this before they were reported are not seen arriving. */
const longestCallMs = 6 * 3_600_000;

/**
 * Returns what was stored since a version, newest first. Versions are the microseconds at which a write batch
 * was made, so they order rows by arrival, independent of partition time.
 */
export async function arrivals(
  dependencies: ReaderDependencies,
  { project, query, since, now }: { project: ProjectId; query: Query; since: number; now: number },
  limit: number,
): Promise<Arrivals> {
  const range = { from: since / 1000 - longestCallMs, to: now + longestCallMs };
  const { where, params } = matching(dependencies, { project, query, range });
  // Only the newest version of a row counts, so older ones need not be read: few rows are scanned, however many
  // these hours contain.
  const rows = await dependencies.clickhouse.select(
    "look for new datapoints",
    `SELECT ${listColumns}, toFloat64(version) AS version, toFloat64(count() OVER ()) AS among FROM datapoints FINAL
     PREWHERE version > {since:UInt64} WHERE ${where} ORDER BY version DESC, at DESC LIMIT ${limit} ${oneWeekAtATime}`,
    { ...params, since: String(Math.floor(since)) },
    { share: facetShare },
  );
  const watermarks = rows.map((row) => Watermark.parse(row));
  const listed = rows.map((row) => {
    const { version: _, among: __, ...columns } = row as Record<string, unknown>;
    return listedOf(columns);
  });
  return {
    items: await withVerdicts(dependencies, project, listed),
    among: watermarks[0]?.among ?? 0,
    until: Math.max(since, ...watermarks.map(({ version }) => version)),
  };
}

const Watermark = z.object({ version: z.number(), among: z.number() });
