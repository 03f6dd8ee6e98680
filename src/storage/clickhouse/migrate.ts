import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";
import { Failure } from "../../platform/failure.ts";
import type { ClickHouse } from "./client.ts";
import type { Migration, SchemaOptions } from "./migrations/migration.ts";
import { onCluster, replicated } from "./migrations/on-cluster.ts";
import { derivedTables, expiringTables } from "./tables.ts";

interface MigrateDependencies extends SchemaOptions {
  readonly clickhouse: ClickHouse;
  /** The whole schema, in ascending order of ids. */
  readonly steps: readonly Migration[];
}

const staleLockSeconds = 120;

/**
 * Migrates the tables to this version's schema. A step is recorded after its statements, which can be repeated, so
 * that an interrupted migration is completed by the next process. Only one process migrates at a time. Throws
 * Failure("caller") if the data was written by a newer version.
 */
export async function migrate({ clickhouse, steps, ...options }: MigrateDependencies): Promise<void> {
  const everywhere = onCluster(options);
  await clickhouse.command(
    "make the table of migrations",
    `CREATE TABLE IF NOT EXISTS schema_migrations${everywhere} (id UInt32, name String, at DateTime64(3, 'UTC') DEFAULT now64(3))
     ENGINE = ${replicated(options)}ReplacingMergeTree ORDER BY id`,
  );
  await refuseOtherVersions();
  await using _lock = await takeLock(clickhouse, everywhere);
  const done = await refuseOtherVersions();
  for (const step of steps.filter(({ id }) => id > done)) {
    for (const statement of step.statements(options)) await clickhouse.command(`migration ${step.id}`, statement);
    await clickhouse.command(
      "record a migration",
      `INSERT INTO schema_migrations (id, name) VALUES (${step.id}, '${step.name}')`,
    );
  }
  await setRetention(clickhouse, options);

  async function refuseOtherVersions(): Promise<number> {
    const rows = await clickhouse.select(
      "read the migrations",
      "SELECT id, name FROM schema_migrations FINAL ORDER BY id",
    );
    const done = z.array(z.strictObject({ id: z.number(), name: z.string() })).parse(rows);
    const [first] = done;
    const id = done.at(-1)?.id ?? 0;
    const newest = steps.at(-1)?.id ?? 0;
    if (first && first.id === steps[0]?.id && first.name !== steps[0].name) {
      throw new Failure(
        "caller",
        `the data in ClickHouse was written before the first release of Gaffe (schema ${id}), which this version does not read: start it with an empty data folder (GAFFE_DATA) or another database (CLICKHOUSE_URL)`,
        { schema: id },
      );
    }
    if (id <= newest) return id;
    throw new Failure(
      "caller",
      `the data in ClickHouse was written by a newer version (schema ${id}, this version supports ${newest}): start that one, or restore the backup from before the upgrade`,
      { schema: id, supported: newest },
    );
  }
}

/** Changes the expiry of tables created under another setting; stored parts only apply it at their next expiry. */
async function setRetention(clickhouse: ClickHouse, options: SchemaOptions) {
  const { retentionDays } = options;
  const rows = await clickhouse.select(
    "read the retention",
    "SELECT name, engine_full FROM system.tables WHERE database = currentDatabase() AND name IN {names:Array(String)}",
    { names: [...expiringTables, ...derivedTables] },
  );
  for (const { name, engine_full } of z
    .array(z.strictObject({ name: z.string(), engine_full: z.string() }))
    .parse(rows)) {
    if (engine_full.includes(`toIntervalDay(${retentionDays})`)) continue;
    await clickhouse.command(
      "change the retention",
      `ALTER TABLE ${name}${onCluster(options)} MODIFY TTL toDateTime(at) + INTERVAL ${retentionDays} DAY DELETE`,
    );
  }
}

/**
 * Takes a lock by creating a table, since ClickHouse has no locks: of two that create the same table, one succeeds.
 * The holder's name is in the table's comment; a lock older than two minutes was left by a dead process and is
 * removed.
 */
async function takeLock(clickhouse: ClickHouse, everywhere: string): Promise<AsyncDisposable> {
  const unlock = `DROP TABLE IF EXISTS migration_lock${everywhere}`;
  const owner = randomUUID();
  for (;;) {
    try {
      const create = `CREATE TABLE migration_lock${everywhere} (held UInt8) ENGINE = Memory COMMENT '${owner}'`;
      await clickhouse.command("lock the schema", create);
      return { [Symbol.asyncDispose]: () => clickhouse.command("unlock the schema", unlock) };
    } catch (thrown) {
      if (!(thrown instanceof Failure) || thrown.facts["type"] !== "TABLE_ALREADY_EXISTS") throw thrown;
    }
    const [row] = await clickhouse.select(
      "read the migration lock",
      `SELECT comment FROM system.tables WHERE database = currentDatabase() AND name = 'migration_lock'
       AND metadata_modification_time < now() - ${staleLockSeconds}`,
    );
    if (row) await clickhouse.command("take a stale lock away", unlock);
    else await pause(250);
  }
}
