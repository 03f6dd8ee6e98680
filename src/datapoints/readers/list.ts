import type { ProjectId } from "../../platform/ids.ts";
import type { PageRequest, Range } from "../../platform/paging.ts";
import { isTooMuch } from "../../storage/service.ts";
import {
  firstWindowMs,
  isSpent,
  minWindowMs,
  nextWindowMs,
  pageShare,
  shorterWindowMs,
} from "../lists/time-windows.ts";
import type { DatapointRow, SearchedPage } from "../ports/datapoint-reader.ts";
import type { Query } from "../query/ast.ts";
import { cursorOf, type Position, positionOf } from "./cursor.ts";
import { type Listed, listColumns, listedOf } from "./datapoint-columns.ts";
import { type ReaderDependencies, type TimedReaderDependencies, timeParam } from "./reads.ts";
import { matching, oneWeekAtATime } from "./scope-sql.ts";
import { type Filed, filedParams, verdictCounts } from "./verdicts.ts";

export interface Wanted {
  readonly project: ProjectId;
  readonly query: Query;
  readonly range: Range;
}

interface Found {
  readonly rows: readonly Listed[];
  /** Older data was not searched because the time budget was spent. */
  readonly searchedTo?: number;
}

/**
 * Reads newest first, in time windows of growing length: a busy project fills its page from the first one. FINAL
 * merges versions only inside a window, so its cost follows the window, not the table. With a budget it ends
 * when that is spent, but reads at least one window, so that paging always ends.
 */
export async function newestRows(
  dependencies: TimedReaderDependencies,
  wanted: Wanted,
  { limit, cursor }: PageRequest,
  budgetMs = Number.POSITIVE_INFINITY,
): Promise<Found> {
  const { clock } = dependencies;
  const { range } = wanted;
  const after = cursor === undefined ? undefined : positionOf(cursor);
  const until = clock() + budgetMs;
  const rows: Listed[] = [];
  const start = Math.min(range.to, (after?.[0] ?? Number.POSITIVE_INFINITY) + 1);
  let to = start;
  let lengthMs = firstWindowMs;
  while (to > range.from && rows.length < limit) {
    const began = clock();
    const leftMs = until - began;
    if (to < start && isSpent(leftMs, budgetMs)) return { rows, searchedTo: to };
    const from = Math.max(range.from, to - lengthMs);
    try {
      const request = { after, limit: limit - rows.length, ...(lengthMs > minWindowMs ? limitedTo(leftMs) : {}) };
      rows.push(...(await rowsIn(dependencies, { ...wanted, range: { from, to } }, request)));
    } catch (thrown) {
      if (!isTooMuch(thrown) || leftMs === Number.POSITIVE_INFINITY) throw thrown;
      if (lengthMs > minWindowMs) lengthMs = shorterWindowMs(to - from);
      else if (to < start) return { rows, searchedTo: to };
      else throw thrown;
      continue;
    }
    lengthMs = nextWindowMs({ lengthMs: to - from, tookMs: clock() - began }, until - clock());
    to = from;
  }
  return { rows };
}

/** A window that can be retried with a shorter length times out with the page. */
const limitedTo = (leftMs: number) =>
  leftMs === Number.POSITIVE_INFINITY ? {} : { seconds: Math.max(leftMs, 1000) / 1000 };

interface RowRequest {
  readonly after: Position | undefined;
  readonly limit: number;
  readonly seconds?: number;
}

async function rowsIn(
  dependencies: ReaderDependencies,
  wanted: Wanted,
  { after, limit, ...limits }: RowRequest,
): Promise<readonly Listed[]> {
  const { where, params } = matching(dependencies, wanted);
  const rows = await dependencies.clickhouse.select(
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
  dependencies: TimedReaderDependencies,
  wanted: Wanted,
  page: PageRequest,
): Promise<SearchedPage<DatapointRow>> {
  const budgetMs = dependencies.readSeconds * 1000 * pageShare;
  const { rows, searchedTo } = await newestRows(dependencies, wanted, { ...page, limit: page.limit + 1 }, budgetMs);
  const shown = rows.slice(0, page.limit);
  const last = shown.at(-1);
  const items = await withVerdicts(dependencies, wanted.project, shown);
  if (last && rows.length > page.limit) return { items, nextCursor: cursorOf([last.partitionTime, last.row.id]) };
  // No id sorts below the empty one: the next page starts with older rows.
  return searchedTo === undefined ? { items } : { items, nextCursor: cursorOf([searchedTo, ""]), searchedTo };
}

export async function withVerdicts(
  { clickhouse }: Pick<ReaderDependencies, "clickhouse">,
  project: ProjectId,
  listed: readonly Listed[],
): Promise<readonly DatapointRow[]> {
  const filed = listed.map(({ partitionTime, row }) => ({ partitionTime, id: row.id }));
  return listed.map(counted(await verdictCounts(clickhouse, project, filed)));
}

const counted =
  (counts: Awaited<ReturnType<typeof verdictCounts>>) =>
  ({ partitionTime, row }: Listed): DatapointRow => ({ ...row, partitionTime, verdicts: counts.get(row.id) ?? {} });

/** Reads rows by id whose times are known. */
export async function rowsAt(
  { clickhouse }: Pick<ReaderDependencies, "clickhouse">,
  project: ProjectId,
  filed: readonly Filed[],
): Promise<ReadonlyMap<string, DatapointRow>> {
  if (filed.length === 0) return new Map();
  // PREWHERE on the key runs before versions are merged and before wider columns are read.
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
