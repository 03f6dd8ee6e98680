import { Failure, messageOf } from "../../platform/failure.ts";
import { RowWriter } from "../../platform/files/row-binary.ts";
import type { TableWriter } from "../ports/table-writer.ts";
import type { ClickHouse } from "./client.ts";

interface TableWriterDependencies {
  readonly clickhouse: ClickHouse;
  /** Columns of each table, in the order in which rows are written. */
  readonly columns: ReadonlyMap<string, readonly string[]>;
  /** Unix milliseconds. */
  readonly now?: () => number;
}

const probeSeconds = 10;
const hourMs = 3_600_000;

/** Inserts the rows of rows/encoder.ts, one part per table and week. */
export function createTableWriter({ clickhouse, columns, now = Date.now }: TableWriterDependencies): TableWriter {
  return {
    insert: ({ table, bytes }) =>
      clickhouse.insert({ table, columns: columns.get(table) ?? [], format: "RowBinary" }, bytes),

    async probe(table) {
      try {
        const limits = { seconds: probeSeconds, purpose: "pipeline" } as const;
        const into = { table, columns: probeColumns, format: "RowBinary", seconds: probeSeconds };
        await clickhouse.insert(into, tombstone(now()));
        await clickhouse.select("probe a table", `SELECT 1 FROM ${table} LIMIT 1`, {}, limits);
        return undefined;
      } catch (thrown) {
        return problemOfProbe(thrown);
      }
    },
  };
}

const probeColumns = ["project_id", "at", "version", "is_deleted"];

/**
 * Returns a deleted row without a project: invisible to reads, and expired like any other. Those of one hour
 * replace each other.
 */
function tombstone(nowMs: number): Uint8Array {
  const row = new RowWriter(64);
  row.beginRow();
  row.string("");
  row.int64(Math.floor(nowMs / hourMs) * hourMs);
  row.int64(1);
  row.bool(true);
  return row.bytes;
}

/** Includes the engine's error, which tells an operator what to fix; a probe has no content that it could quote. */
function problemOfProbe(thrown: unknown): { kind: "away" | "refusing"; reason: string } {
  const hasResponded = thrown instanceof Failure && thrown.facts["code"] !== undefined;
  const message = thrown instanceof Failure && thrown.cause !== undefined ? messageOf(thrown.cause) : "";
  const reason = [messageOf(thrown), message.split("\n")[0] ?? ""].filter((text) => text !== "").join(": ");
  return { kind: hasResponded ? "refusing" : "away", reason: reason.slice(0, 500) };
}
