import { type Kysely, PostgresAdapter, type RawBuilder, type Selectable, type SqlBool, sql } from "kysely";
import type { Tables } from "./tables.ts";

type Table = keyof Tables;
type TableWith<Columns> = { [Name in Table]: Tables[Name] extends Columns ? Name : never }[Table];
type Row<Name extends Table> = Selectable<Tables[Name]>;
type Changes<Name extends Table> = { readonly [C in keyof Tables[Name]]?: Tables[Name][C] | RawBuilder<unknown> };

/** Columns of a leased table. `epoch` increases with each claim: the fencing token. */
interface LeaseColumns {
  id: string;
  state: string;
  epoch: number;
  lease_until: number;
}

interface QueueColumns extends LeaseColumns {
  due_at: number;
  attempts: number;
  first_attempt_at: number | null;
}

interface RowClaim<Name extends Table> {
  readonly table: Name;
  /** Columns of the primary key. */
  readonly key: readonly (keyof Tables[Name] & string)[];
  readonly where: RawBuilder<SqlBool>;
  readonly orderBy: readonly (keyof Tables[Name] & string)[];
  readonly limit: number;
  /** Must make `where` false, so that a second claim does not return the row. */
  readonly set: Changes<Name>;
}

/**
 * Changes the first rows that match, each for one of several concurrent callers, and returns them in no order.
 * PostgreSQL skips rows that another caller is claiming; SQLite has one writer.
 */
export async function claimRows<Name extends Table>(
  db: Kysely<Tables>,
  { table, key, where, orderBy, limit, set }: RowClaim<Name>,
): Promise<readonly Row<Name>[]> {
  const columns = sql.join(key.map((column) => sql.ref(column)));
  const order = sql.join(orderBy.map((column) => sql.ref(column)));
  const lock = db.getExecutor().adapter instanceof PostgresAdapter ? sql`for update skip locked` : sql``;
  // Materialized, because PostgreSQL may otherwise evaluate the limit more than once.
  const { rows } = await sql<Row<Name>>`
    with claimed as materialized (
      select ${columns} from ${sql.table(table)} where ${where} order by ${order} limit ${limit} ${lock}
    )
    update ${sql.table(table)} set ${assignments(set)}
    where (${columns}) in (select ${columns} from claimed) and ${where} returning *`.execute(db);
  return rows;
}

/** Changes the row of a lease. Returns the changed row, or undefined when the lease was lost. */
export async function changeLeased<Name extends TableWith<LeaseColumns>>(
  db: Kysely<Tables>,
  { table, state }: { readonly table: Name; readonly state: string },
  { id, epoch }: { readonly id: string; readonly epoch: number },
  set: Changes<Name>,
): Promise<Row<Name> | undefined> {
  const { rows } = await sql<Row<Name>>`
    update ${sql.table(table)} set ${assignments(set)}
    where id = ${id} and epoch = ${epoch} and state = ${state} returning *`.execute(db);
  return rows[0];
}

const assignments = (set: Readonly<Record<string, unknown>>) =>
  sql.join(Object.entries(set).map(([column, value]) => sql`${sql.ref(column)} = ${value}`));

interface LeaseClaim<Name extends Table> extends Omit<RowClaim<Name>, "table" | "key"> {
  /** Unix milliseconds. */
  readonly now: number;
  readonly leaseMs: number;
}

/**
 * Leases rows of a queue: those in the state `ready` that are due, and those in the state `claimed` whose lease
 * has expired.
 */
export function claimLeases<Name extends TableWith<QueueColumns>>(
  db: Kysely<Tables>,
  { table, state: claimed }: { readonly table: Name; readonly state: string },
  { now, leaseMs, where, orderBy, limit, set }: LeaseClaim<Name>,
): Promise<readonly Row<Name>[]> {
  // The list of states makes the query match partial indexes.
  const isDue = sql`state in ('ready', ${claimed})
    and ((state = 'ready' and due_at <= ${now}) or (state = ${claimed} and lease_until <= ${now}))`;
  const leased = {
    state: claimed,
    epoch: sql`epoch + 1`,
    lease_until: now + leaseMs,
    attempts: sql`attempts + 1`,
    first_attempt_at: sql`coalesce(first_attempt_at, ${now})`,
  };
  const changes = { ...set, ...leased } as Changes<Name>;
  return claimRows(db, { table, key: ["id"], where: sql`${isDue} and ${where}`, orderBy, limit, set: changes });
}

/** Matches rows whose column has none of the values. */
export const isNoneOf = (column: string, values: readonly string[]): RawBuilder<SqlBool> =>
  values.length === 0 ? sql`true` : sql`${sql.ref(column)} not in (${sql.join(values)})`;
