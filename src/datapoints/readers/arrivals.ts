import { z } from "zod";
import type { ProjectId } from "../../platform/ids.ts";
import type { Arrivals } from "../ports/datapoint-reader.ts";
import type { Query } from "../query/ast.ts";
import { listColumns, listedOf } from "./datapoint-columns.ts";
import { withVerdicts } from "./list.ts";
import type { ReadNeeds } from "./reads.ts";
import { facetShare, matching, oneWeekAtATime } from "./scope-sql.ts";

/** Calls that took longer than this before they were reported are not seen arriving. */
const longestCallMs = 6 * 3_600_000;

/**
 * What was stored since a version, newest first. Versions are the microseconds at which a plan was made, so they order
 * rows by arrival whatever time they are filed under.
 */
export async function arrivals(
  needs: ReadNeeds,
  { project, query, since, now }: { project: ProjectId; query: Query; since: number; now: number },
  limit: number,
): Promise<Arrivals> {
  const range = { from: since / 1000 - longestCallMs, to: now + longestCallMs };
  const { where, params } = matching(needs, { project, query, range });
  // The newest version of a row is what counts, so older ones need not be read: few rows are looked at, however many lie
  // in these hours.
  const rows = await needs.clickhouse.select(
    "look for new datapoints",
    `SELECT ${listColumns}, toFloat64(version) AS version, toFloat64(count() OVER ()) AS among FROM datapoints FINAL
     PREWHERE version > {since:UInt64} WHERE ${where} ORDER BY version DESC, at DESC LIMIT ${limit} ${oneWeekAtATime}`,
    { ...params, since: String(Math.floor(since)) },
    { share: facetShare },
  );
  const marks = rows.map((row) => Mark.parse(row));
  const listed = rows.map((row) => {
    const { version: _, among: __, ...columns } = row as Record<string, unknown>;
    return listedOf(columns);
  });
  return {
    items: await withVerdicts(needs, project, listed),
    among: marks[0]?.among ?? 0,
    until: Math.max(since, ...marks.map(({ version }) => version)),
  };
}

const Mark = z.object({ version: z.number(), among: z.number() });
