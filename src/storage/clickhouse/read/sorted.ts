import { z } from "zod";
import { asDatapointId } from "../../../domain/ids.ts";
import type { DatapointRow, Page, PageRequest, RowOrder } from "../../../ports/datapoint-reader.ts";
import { cursorOf, placeOf } from "./cursor.ts";
import { rowsAt, type Wanted } from "./list.ts";
import type { ReadNeeds } from "./reads.ts";
import { matching, oneWeekAtATime } from "./scope-sql.ts";

type Sorted = Exclude<RowOrder, "newest">;

/** What is compared; a call that did not report it comes last. */
const keys: Readonly<Record<Sorted, { readonly sql: string; readonly direction: "ASC" | "DESC" }>> = {
  oldest: { sql: "toFloat64(toUnixTimestamp64Milli(at))", direction: "ASC" },
  slowest: { sql: "duration_ms", direction: "DESC" },
  costliest: { sql: "ifNull(cost_usd, -1)", direction: "DESC" },
  longest: { sql: "ifNull(input_tokens, 0) + ifNull(output_tokens, 0)", direction: "DESC" },
};

/** Another order than the newest first has to look at the whole range: the key alone first, then the rows of the page. */
export async function sortedPage(
  needs: ReadNeeds,
  wanted: Wanted,
  order: Sorted,
  { limit, cursor }: PageRequest,
): Promise<Page<DatapointRow>> {
  const { sql, direction } = keys[order];
  const after = cursor === undefined ? undefined : placeOf(cursor);
  const { where, params } = matching(needs, wanted);
  const beyond = direction === "ASC" ? ">" : "<";
  const found = await needs.clickhouse.select(
    `list datapoints, ${order} first`,
    `SELECT id, toFloat64(toUnixTimestamp64Milli(at)) AS filedAt, toFloat64(${sql}) AS key FROM datapoints FINAL
     WHERE ${where} ${after ? `AND (toFloat64(${sql}), id) ${beyond} ({afterKey:Float64}, {afterId:String})` : ""}
     ORDER BY key ${direction}, id ${direction} LIMIT ${limit + 1} ${oneWeekAtATime}`,
    { ...params, ...(after ? { afterKey: after[0], afterId: after[1] } : {}) },
  );
  const places = z.array(Place).parse(found);
  const shown = places.slice(0, limit);
  const last = shown.at(-1);
  const filed = shown.map(({ id, filedAt }) => ({ id: asDatapointId(id), filedAt }));
  const rows = await rowsAt(needs, wanted.project, filed);
  return {
    items: shown.flatMap(({ id }) => rows.get(id) ?? []),
    ...(last && places.length > limit ? { nextCursor: cursorOf([last.key, last.id]) } : {}),
  };
}

const Place = z.strictObject({ id: z.string(), filedAt: z.number(), key: z.number() });
