import { type Filed, filedParams, verdictCounts } from "../../checks/readers/verdicts.ts";
import type { ProjectId } from "../../platform/ids.ts";
import { isTooMuch } from "../../storage/clickhouse/problems.ts";
import {
  firstStretchMs,
  isSpent,
  leastStretchMs,
  nextStretchMs,
  pageShare,
  shorterStretchMs,
} from "../lists/stretches.ts";
import type { DatapointRow, PageRequest, Range, SearchedPage } from "../ports/datapoint-reader.ts";
import type { Query } from "../query/ast.ts";
import { cursorOf, type Place, placeOf } from "./cursor.ts";
import { type Listed, listColumns, listedOf } from "./datapoint-columns.ts";
import { type ReadNeeds, type TimedReadNeeds, timeParam } from "./reads.ts";
import { matching, oneWeekAtATime } from "./scope-sql.ts";

export interface Wanted {
  readonly project: ProjectId;
  readonly query: Query;
  readonly range: Range;
}

interface Found {
  readonly rows: readonly Listed[];
  /** Nothing older than this was looked at: the time was over. */
  readonly searchedTo?: number;
}

/**
 * Newest first, in stretches of growing length: a busy project fills its page from the first, and only a rare match
 * makes it look further. FINAL merges versions only inside a stretch, so its price follows the stretch, not the table.
 * With a budget it ends when that is spent, but never before one stretch was looked at: whoever goes on comes to an end.
 */
export async function newestRows(
  needs: TimedReadNeeds,
  wanted: Wanted,
  { limit, cursor }: PageRequest,
  budgetMs = Number.POSITIVE_INFINITY,
): Promise<Found> {
  const { clock } = needs;
  const { range } = wanted;
  const after = cursor === undefined ? undefined : placeOf(cursor);
  const until = clock() + budgetMs;
  const rows: Listed[] = [];
  const start = Math.min(range.to, (after?.[0] ?? Number.POSITIVE_INFINITY) + 1);
  let to = start;
  let lengthMs = firstStretchMs;
  while (to > range.from && rows.length < limit) {
    const began = clock();
    const leftMs = until - began;
    if (to < start && isSpent(leftMs, budgetMs)) return { rows, searchedTo: to };
    const from = Math.max(range.from, to - lengthMs);
    try {
      const asked = { after, limit: limit - rows.length, ...(lengthMs > leastStretchMs ? limitedTo(leftMs) : {}) };
      rows.push(...(await rowsIn(needs, { ...wanted, range: { from, to } }, asked)));
    } catch (thrown) {
      if (!isTooMuch(thrown) || leftMs === Number.POSITIVE_INFINITY) throw thrown;
      if (lengthMs > leastStretchMs) lengthMs = shorterStretchMs(to - from);
      else if (to < start) return { rows, searchedTo: to };
      else throw thrown;
      continue;
    }
    lengthMs = nextStretchMs({ lengthMs: to - from, tookMs: clock() - began }, until - clock());
    to = from;
  }
  return { rows };
}

/** A stretch that can be tried again shorter gives up with the page. */
const limitedTo = (leftMs: number) =>
  leftMs === Number.POSITIVE_INFINITY ? {} : { seconds: Math.max(leftMs, 1000) / 1000 };

interface AskedRows {
  readonly after: Place | undefined;
  readonly limit: number;
  readonly seconds?: number;
}

async function rowsIn(
  needs: ReadNeeds,
  wanted: Wanted,
  { after, limit, ...limits }: AskedRows,
): Promise<readonly Listed[]> {
  const { where, params } = matching(needs, wanted);
  const rows = await needs.clickhouse.select(
    "list datapoints",
    `SELECT ${listColumns} FROM datapoints FINAL
     WHERE ${where} ${after ? "AND (at, id) < ({afterAt:DateTime64(3, 'UTC')}, {afterId:String})" : ""}
     ORDER BY at DESC, id DESC LIMIT ${limit}`,
    {
      ...params,
      ...(after ? { afterAt: timeParam(after[0]), afterId: after[1] } : {}),
    },
    limits,
  );
  return rows.map(listedOf);
}

export async function listPage(
  needs: TimedReadNeeds,
  wanted: Wanted,
  page: PageRequest,
): Promise<SearchedPage<DatapointRow>> {
  const budgetMs = needs.readSeconds * 1000 * pageShare;
  const { rows, searchedTo } = await newestRows(needs, wanted, { ...page, limit: page.limit + 1 }, budgetMs);
  const shown = rows.slice(0, page.limit);
  const last = shown.at(-1);
  const items = await withVerdicts(needs, wanted.project, shown);
  if (last && rows.length > page.limit) return { items, nextCursor: cursorOf([last.filedAt, last.row.id]) };
  // No id is less than the empty one: the next page begins with what is older.
  return searchedTo === undefined ? { items } : { items, nextCursor: cursorOf([searchedTo, ""]), searchedTo };
}

export async function withVerdicts(
  { clickhouse }: Pick<ReadNeeds, "clickhouse">,
  project: ProjectId,
  listed: readonly Listed[],
): Promise<readonly DatapointRow[]> {
  const filed = listed.map(({ filedAt, row }) => ({ filedAt, id: row.id }));
  return listed.map(counted(await verdictCounts(clickhouse, project, filed)));
}

const counted =
  (counts: Awaited<ReturnType<typeof verdictCounts>>) =>
  ({ filedAt, row }: Listed): DatapointRow => ({ ...row, filedAt, verdicts: counts.get(row.id) ?? {} });

/** Rows by their id, of which it is known where they lie. */
export async function rowsAt(
  { clickhouse }: Pick<ReadNeeds, "clickhouse">,
  project: ProjectId,
  filed: readonly Filed[],
): Promise<ReadonlyMap<string, DatapointRow>> {
  if (filed.length === 0) return new Map();
  // A claim over the key alone comes before versions are merged, and before wider columns are read.
  const [rows, counts] = await Promise.all([
    clickhouse.select(
      "read rows",
      `SELECT ${listColumns} FROM datapoints FINAL PREWHERE project_id = {project:String}
       AND at IN {times:Array(DateTime64(3, 'UTC'))} AND id IN {ids:Array(String)} ${oneWeekAtATime}`,
      filedParams(project, filed),
    ),
    verdictCounts(clickhouse, project, filed),
  ]);
  return new Map(
    rows
      .map(listedOf)
      .map(counted(counts))
      .map((row) => [row.id, row]),
  );
}
