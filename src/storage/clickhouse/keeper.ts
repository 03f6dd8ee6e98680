import type { Keeper } from "../../pipeline/ports/kept.ts";
import { Failure, messageOf } from "../../platform/failure.ts";
import { RowWriter } from "../../platform/files/row-binary.ts";
import type { ClickHouse } from "./client.ts";
import { columnsOf } from "./migrations/columns.ts";
import { expiringTables } from "./migrations/index.ts";

interface Needs {
  readonly clickhouse: ClickHouse;
  /** Unix milliseconds. */
  readonly now?: () => number;
}

const probeSeconds = 10;
const hourMs = 3_600_000;

/** Inserts what rows/encoder.ts made, one part per table and week. */
export function createKeeper({ clickhouse, now = Date.now }: Needs): Keeper {
  const columns = new Map<string, readonly string[]>(expiringTables.map((table) => [table, columnsOf(table)]));
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

/** A deleted row of no project: reads do not see it, and it expires like any other. Those of an hour replace each other. */
function tombstone(nowMs: number): Uint8Array {
  const row = new RowWriter(64);
  row.beginRow();
  row.string("");
  row.int64(Math.floor(nowMs / hourMs) * hourMs);
  row.int64(1);
  row.bool(true);
  return row.bytes;
}

/** The engine's own words tell an operator what to fix; a probe holds no content that they could quote. */
function problemOfProbe(thrown: unknown): { kind: "away" | "refusing"; reason: string } {
  const hasAnswered = thrown instanceof Failure && thrown.facts["code"] !== undefined;
  const said = thrown instanceof Failure && thrown.cause !== undefined ? messageOf(thrown.cause) : "";
  const reason = [messageOf(thrown), said.split("\n")[0] ?? ""].filter((text) => text !== "").join(": ");
  return { kind: hasAnswered ? "refusing" : "away", reason: reason.slice(0, 500) };
}
