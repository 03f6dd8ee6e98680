import {
  type Kysely,
  PostgresAdapter,
  type RawBuilder,
  type Selectable,
  type SqlBool,
  sql,
  type Transaction,
} from "kysely";
import type { Tables } from "./tables.ts";

type Table = keyof Tables;
type TableWith<Columns> = { [Name in Table]: Tables[Name] extends Columns ? Name : never }[Table];
type Row<Name extends Table> = Selectable<Tables[Name]>;
type Changes<Name extends Table> = { readonly [C in keyof Tables[Name]]?: Tables[Name][C] | RawBuilder<unknown> };

/** Columns of a leased table. `epoch` increases with each claim: the fencing token. */
interface LeaseColumns {
  id: string;
  epoch: number;
}

interface QueueColumns extends LeaseColumns {
  state: string;
  lease_until: number;
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
  const lock = isPostgres(db) ? sql`for update skip locked` : sql``;
  // Materialized, because PostgreSQL may otherwise evaluate the limit more than once.
  const { rows } = await sql<Row<Name>>`
    with claimed as materialized (
      select ${columns} from ${sql.table(table)} where ${where} order by ${order} limit ${limit} ${lock}
    )
    update ${sql.table(table)} set ${assignments(set)}
    where (${columns}) in (select ${columns} from claimed) and ${where} returning *`.execute(db);
  return rows;
}

/** What a claim sets `epoch` to, so that the leases before it are lost. */
export const nextEpoch = sql<number>`epoch + 1`;

interface LeasedTable<Name extends Table> {
  readonly table: Name;
  /** The state in which a row can be leased, where only one is: a row that left it ended its lease. */
  readonly state?: string;
}

/** A claim on a row, which the next claim of the same row ends. */
export interface Lease {
  readonly id: string;
  readonly epoch: number;
}

/** Changes the row of a lease. Returns the changed row, or undefined when the lease was lost. */
export async function changeLeased<Name extends TableWith<LeaseColumns>>(
  db: Kysely<Tables>,
  of: LeasedTable<Name>,
  lease: Lease,
  set: Changes<Name>,
): Promise<Row<Name> | undefined> {
  const { rows } = await sql<Row<Name>>`
    update ${sql.table(of.table)} set ${assignments(set)} where ${isHeld(of, lease)} returning *`.execute(db);
  return rows[0];
}

/**
 * Returns whether a lease is held, for writes to other rows that only its holder may make. Nobody can claim the row
 * until the transaction ends.
 */
export async function holdLease<Name extends TableWith<LeaseColumns>>(
  step: Transaction<Tables>,
  of: LeasedTable<Name>,
  lease: Lease,
): Promise<boolean> {
  const lock = isPostgres(step) ? sql`for share` : sql``;
  const { rows } = await sql`select id from ${sql.table(of.table)} where ${isHeld(of, lease)} ${lock}`.execute(step);
  return rows.length === 1;
}

function isHeld({ state }: { readonly state?: string }, { id, epoch }: Lease): RawBuilder<SqlBool> {
  const inState = state === undefined ? sql`true` : sql`state = ${state}`;
  return sql`id = ${id} and epoch = ${epoch} and ${inState}`;
}

/** SQLite has one writer, so it needs no locks of rows. */
const isPostgres = (db: Kysely<Tables>) => db.getExecutor().adapter instanceof PostgresAdapter;

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
    epoch: nextEpoch,
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
