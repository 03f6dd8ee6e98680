import type { Table } from "../../../storage/clickhouse/tables.ts";
import { migrations } from "./index.ts";

/**
 * Returns the columns of a table in the order in which rows are written, as this version's steps define them.
 * Inserts name them because a newer version running concurrently may have added one. Computed columns are not
 * written.
 */
export function columnsOf(table: Table): readonly string[] {
  const statements = migrations.flatMap((step) => step.statements({ retentionDays: 1, fsync: false }));
  const columns = statements.flatMap((statement) => {
    const [first = "", ...lines] = statement.split("\n");
    if (first === `CREATE TABLE IF NOT EXISTS ${table} (`) return columnsIn(lines.slice(0, endOfColumns(lines)));
    if (!first.startsWith(`ALTER TABLE ${table}`)) return [];
    const added = statement.matchAll(/ADD COLUMN IF NOT EXISTS (\w+) \S+( MATERIALIZED)?/g);
    return Array.from(added, ([, name = "", isDerived]) => (isDerived ? "" : name)).filter((name) => name !== "");
  });
  // A column that a later step adds to existing tables is in the statement that creates the table, too.
  return [...new Set(columns)];
}

const endOfColumns = (lines: readonly string[]) => lines.findIndex((line) => line.startsWith(") ENGINE"));

const columnsIn = (lines: readonly string[]) =>
  lines
    .filter((line) => !line.includes(" MATERIALIZED "))
    .map((line) => line.trim().split(" ")[0] ?? "")
    .filter((name) => name !== "INDEX");
