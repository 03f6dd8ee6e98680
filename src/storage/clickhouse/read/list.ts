import type { ProjectId } from "../../../domain/ids.ts";
import type { Query } from "../../../domain/query/ast.ts";
import type { DatapointRow, Page, PageRequest, Range } from "../../../ports/datapoint-reader.ts";
import { cursorOf, placeOf } from "./cursor.ts";
import { type Listed, listColumns, listedOf } from "./datapoint-columns.ts";
import { type CompileQuery, type ReadNeeds, timeParam } from "./reads.ts";
import { oneWeekAtATime } from "./scope-sql.ts";
import { type Filed, filedParams, verdictCounts } from "./verdicts.ts";

/** The first stretch of time that a page is looked for in; each next one is eight times as long. */
const firstStretchMs = 3_600_000;

export interface Wanted {
  readonly project: ProjectId;
  readonly query: Query;
  readonly range: Range;
}

/**
 * Newest first, in stretches of growing length: a busy project fills its page from the first, and only a rare match
 * makes it look further. FINAL merges versions only inside a stretch, so its price follows the stretch, not the table.
 */
export async function newestRows(
  { clickhouse, compile }: ReadNeeds,
  { project, query, range }: Wanted,
  { limit, cursor }: PageRequest,
): Promise<readonly Listed[]> {
  const after = cursor === undefined ? undefined : placeOf(cursor);
  const { sql, params } = compile(query);
  const rows: Listed[] = [];
  let to = Math.min(range.to, (after?.[0] ?? Number.POSITIVE_INFINITY) + 1);
  for (let stretch = firstStretchMs; to > range.from && rows.length < limit; stretch *= 8) {
    const from = stretch > maxStretchMs ? range.from : Math.max(range.from, to - stretch);
    const found = await clickhouse.select(
      "list datapoints",
      `SELECT ${listColumns} FROM datapoints FINAL
       WHERE project_id = {project:String} AND at >= {from:DateTime64(3, 'UTC')} AND at < {to:DateTime64(3, 'UTC')}
       ${after ? "AND (at, id) < ({afterAt:DateTime64(3, 'UTC')}, {afterId:String})" : ""} AND (${sql})
       ORDER BY at DESC, id DESC LIMIT ${limit - rows.length}`,
      {
        ...params,
        project,
        from: timeParam(from),
        to: timeParam(to),
        ...(after ? { afterAt: timeParam(after[0]), afterId: after[1] } : {}),
      },
    );
    rows.push(...found.map(listedOf));
    to = from;
  }
  return rows;
}

/** Beyond three weeks of search the rest is read at once. */
const maxStretchMs = firstStretchMs * 8 ** 3;

export async function listPage(needs: ReadNeeds, wanted: Wanted, page: PageRequest): Promise<Page<DatapointRow>> {
  const rows = await newestRows(needs, wanted, { ...page, limit: page.limit + 1 });
  const shown = rows.slice(0, page.limit);
  const last = shown.at(-1);
  return {
    items: await withVerdicts(needs, wanted.project, shown),
    ...(last && rows.length > page.limit ? { nextCursor: cursorOf([last.filedAt, last.row.id]) } : {}),
  };
}

export async function withVerdicts(
  { clickhouse }: Pick<ReadNeeds, "clickhouse">,
  project: ProjectId,
  listed: readonly Listed[],
): Promise<readonly DatapointRow[]> {
  const counts = await verdictCounts(
    clickhouse,
    project,
    listed.map(({ filedAt, row }) => ({ filedAt, id: row.id })),
  );
  return listed.map(({ filedAt, row }) => ({ ...row, filedAt, verdicts: counts.get(row.id) ?? {} }));
}

/** Rows by their id, of which it is known where they lie, and of them those that match. */
export async function rowsAt(
  { clickhouse }: Pick<ReadNeeds, "clickhouse">,
  project: ProjectId,
  filed: readonly Filed[],
  { sql, params }: ReturnType<CompileQuery> = { sql: "1", params: {} },
): Promise<ReadonlyMap<string, DatapointRow>> {
  if (filed.length === 0) return new Map();
  // A claim over the key alone comes before versions are merged, and before wider columns are read.
  const rows = await clickhouse.select(
    "read rows",
    `SELECT ${listColumns} FROM datapoints FINAL PREWHERE project_id = {project:String}
     AND at IN {times:Array(DateTime64(3, 'UTC'))} AND id IN {ids:Array(String)} WHERE (${sql}) ${oneWeekAtATime}`,
    { ...params, ...filedParams(project, filed) },
  );
  return new Map((await withVerdicts({ clickhouse }, project, rows.map(listedOf))).map((row) => [row.id, row]));
}
