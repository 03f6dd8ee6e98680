import { type SelectQueryBuilder, sql } from "kysely";
import type { Page, PageRequest } from "../../platform/paging.ts";
import { cursorOf, readCursor } from "./cursor.ts";

/** The columns of every such list: creation time, Unix milliseconds, and an ID that makes the order unique. */
interface Made {
  readonly id: string;
  readonly created_at: number;
}

/**
 * Returns one page of a query's rows, newest first. `table`: the table of `created_at` and `id` if several have
 * them. Throws Failure("caller") for an invalid cursor.
 */
export async function newestFirst<Db, Tables extends keyof Db, Row extends Made>(
  query: SelectQueryBuilder<Db, Tables, Row>,
  { limit, cursor }: PageRequest,
  table?: string,
): Promise<Page<Row>> {
  const column = (name: keyof Made) => sql.ref(table === undefined ? name : `${table}.${name}`);
  const position = sql`(${column("created_at")}, ${column("id")})`;
  const rest =
    cursor === undefined ? query : query.where(sql<boolean>`${position} < (${sql.join(readCursor(cursor).slice())})`);
  const rows = await rest
    .orderBy(column("created_at"), "desc")
    .orderBy(column("id"), "desc")
    .limit(limit + 1)
    .execute();
  const items = rows.slice(0, limit) as Row[];
  const last = items.at(-1);
  return rows.length > limit && last ? { items, nextCursor: cursorOf(last.created_at, last.id) } : { items };
}
