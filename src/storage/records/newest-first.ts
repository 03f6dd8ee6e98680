import { type SelectQueryBuilder, sql } from "kysely";
import type { Page, PageRequest } from "../../datapoints/ports/datapoint-reader.ts";
import { cursorOf, readCursor } from "./cursor.ts";

/** What every row of such a list has: when it was made, Unix milliseconds, and what tells it from others of that moment. */
interface Made {
  readonly id: string;
  readonly created_at: number;
}

/**
 * One page of a query's rows, newest first. `table`: whose `created_at` and `id` those are, where several tables have
 * some. Throws Failure("caller") for a cursor that no list gave.
 */
export async function newestFirst<Db, Tables extends keyof Db, Row extends Made>(
  query: SelectQueryBuilder<Db, Tables, Row>,
  { limit, cursor }: PageRequest,
  table?: string,
): Promise<Page<Row>> {
  const column = (name: keyof Made) => sql.ref(table === undefined ? name : `${table}.${name}`);
  const place = sql`(${column("created_at")}, ${column("id")})`;
  const rest =
    cursor === undefined ? query : query.where(sql<boolean>`${place} < (${sql.join(readCursor(cursor).slice())})`);
  const rows = await rest
    .orderBy(column("created_at"), "desc")
    .orderBy(column("id"), "desc")
    .limit(limit + 1)
    .execute();
  const items = rows.slice(0, limit) as Row[];
  const last = items.at(-1);
  return rows.length > limit && last ? { items, nextCursor: cursorOf(last.created_at, last.id) } : { items };
}
