import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";
import { type Dialect, type SqliteDatabase, SqliteDialect } from "kysely";
import { LRUCache } from "lru-cache";

/**
 * Opens SQLite in one file: every commit is on disk when it resolves (WAL, synchronous=FULL), and deleted data is
 * overwritten.
 */
export function sqliteDialect(file: string): Dialect {
  mkdirSync(dirname(file), { recursive: true });
  const database = new DatabaseSync(file, { enableForeignKeyConstraints: true, timeout: 5000 });
  database.exec(
    "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA temp_store = MEMORY; PRAGMA secure_delete = ON;",
  );
  return new SqliteDialect({ database: asKyselyExpects(database) });
}

/** Adapts Node's SQLite driver to the calls of better-sqlite3 that Kysely makes. Statements are compiled once. */
function asKyselyExpects(database: DatabaseSync): SqliteDatabase {
  const statements = new LRUCache<string, StatementSync>({ max: 500, memoMethod: (sql) => database.prepare(sql) });
  return {
    close: () => database.close(),
    prepare(given) {
      // A deferred transaction that reads first fails if another writer is active, instead of waiting. All
      // transactions here write.
      const sql = given === "begin" ? "begin immediate" : given;
      const statement = statements.memo(sql);
      return {
        reader: statement.columns().length > 0,
        all: (parameters) => statement.all(...bound(parameters)),
        run: (parameters) => statement.run(...bound(parameters)),
        iterate: (parameters) => statement.iterate(...bound(parameters)),
      };
    },
  };
}

const bound = (parameters: readonly unknown[]) => parameters as readonly SQLInputValue[];
