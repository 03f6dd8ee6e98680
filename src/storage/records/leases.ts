import { type Kysely, PostgresAdapter, type RawBuilder, type Selectable, type SqlBool, sql } from "kysely";
import type { Tables } from "./tables.ts";

type Table = keyof Tables & string;

/** Columns of a table whose rows are leased. */
interface LeaseColumns {
  id: string;
  state: string;
  /** Increases with each claim: the fencing token. */
  epoch: number;
  /** Unix milliseconds. */
  lease_until: number;
}

/** Columns of a queue, whose rows are leased when they are due. */
interface QueueColumns extends LeaseColumns {
  /** Unix milliseconds. */
  due_at: number;
  attempts: number;
  first_attempt_at: number | null;
}

type TableWith<Columns> = { [Name in Table]: Tables[Name] extends Columns ? Name : never }[Table];

type Changes<Name extends Table> = {
  readonly [Column in keyof Tables[Name]]?: Tables[Name][Column] | RawBuilder<unknown>;
};

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
): Promise<readonly Selectable<Tables[Name]>[]> {
  const columns = sql.join(key.map((column) => sql.ref(column)));
  const order = sql.join(orderBy.map((column) => sql.ref(column)));
  const lock = db.getExecutor().adapter instanceof PostgresAdapter ? sql`for update skip locked` : sql``;
  // Materialized, because PostgreSQL may otherwise evaluate the limit more than once.
  const { rows } = await sql<Selectable<Tables[Name]>>`
    with claimed as materialized (
      select ${columns} from ${sql.table(table)} where ${where} order by ${order} limit ${limit} ${lock}
    )
    update ${sql.table(table)} set ${assignments(set)}
    where (${columns}) in (select ${columns} from claimed) and ${where} returning *`.execute(db);
  return rows;
}

interface LeaseClaim {
  /** Unix milliseconds. */
  readonly now: number;
  readonly leaseMs: number;
  readonly limit: number;
}

interface Lease {
  readonly id: string;
  readonly epoch: number;
}

/** Changes the row of a lease. Returns the changed row, or undefined when the lease was lost. */
export async function changeLeased<Name extends TableWith<LeaseColumns>>(
  db: Kysely<Tables>,
  { table, state }: { readonly table: Name; readonly state: string },
  { id, epoch }: Lease,
  set: Changes<Name>,
): Promise<Selectable<Tables[Name]> | undefined> {
  const { rows } = await sql<Selectable<Tables[Name]>>`
    update ${sql.table(table)} set ${assignments(set)}
    where id = ${id} and epoch = ${epoch} and state = ${state} returning *`.execute(db);
  return rows[0];
}

const assignments = (set: Readonly<Record<string, unknown>>) =>
  sql.join(Object.entries(set).map(([column, value]) => sql`${sql.ref(column)} = ${value}`));

/**
 * Leases the rows of a queue. A row in the state `ready` is claimed when it is due, and one in the state `claimed`
 * when its lease has expired. Each claim increases the epoch; calls with an earlier epoch change nothing.
 */
export function createLeases<Name extends TableWith<QueueColumns>>(db: Kysely<Tables>, table: Name, claimed: string) {
  return {
    claim({
      now,
      leaseMs,
      limit,
      where = sql<SqlBool>`true`,
      orderBy = ["due_at", "id"],
      set,
    }: LeaseClaim & Partial<Pick<RowClaim<Name>, "where" | "orderBy" | "set">>) {
      // The list of states makes the query match partial indexes.
      const isDue = sql<SqlBool>`state in ('ready', ${claimed}) and ((state = 'ready' and due_at <= ${now}) or (state = ${claimed} and lease_until <= ${now}))`;
      const leased = {
        state: claimed,
        epoch: sql`epoch + 1`,
        lease_until: now + leaseMs,
        attempts: sql`attempts + 1`,
        first_attempt_at: sql`coalesce(first_attempt_at, ${now})`,
      };
      return claimRows<Name>(db, {
        table,
        key: ["id"],
        where: sql<SqlBool>`${isDue} and ${where}`,
        orderBy,
        limit,
        set: { ...set, ...leased } as Changes<Name>,
      });
    },

    /** See changeLeased. `step`: the transaction to make the change in. */
    change: (step: Kysely<Tables>, lease: Lease, set: Changes<Name>) =>
      changeLeased<Name>(step, { table, state: claimed }, lease, set),
  };
}
