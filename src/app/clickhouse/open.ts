import { join } from "node:path";
import { createRollupWatermarks } from "../../datapoints/rollups/rollup-watermarks.ts";
import { Failure } from "../../platform/failure.ts";
import type { Telemetry } from "../../platform/telemetry/telemetry.ts";
import { createClickHouse } from "../../storage/clickhouse/client.ts";
import { startEngine } from "../../storage/clickhouse/embedded/supervisor.ts";
import { defaultDatabase, endpointOf } from "../../storage/clickhouse/endpoint.ts";
import { migrate } from "../../storage/clickhouse/migrate.ts";
import { onCluster } from "../../storage/clickhouse/migrations/on-cluster.ts";
import { createTableWriter } from "../../storage/clickhouse/table-writer.ts";
import { expiringTables } from "../../storage/clickhouse/tables.ts";
import { columnsOf } from "./migrations/columns.ts";
import { migrations } from "./migrations/index.ts";

interface OpenClickHouseDependencies {
  readonly variant:
    | { readonly kind: "embedded"; readonly folder: string; readonly maxMemoryBytes: number }
    | { readonly kind: "server"; readonly url: string; readonly cluster?: string };
  readonly retentionDays: number;
  readonly readSeconds: number;
  readonly emit: Telemetry["emit"];
}

/**
 * Opens ClickHouse, embedded or served, and migrates its tables. Throws Failure("caller") for an unusable folder or
 * platform, Failure("dependency") for an unreachable server.
 */
export async function openClickHouse({ variant, readSeconds, retentionDays, emit }: OpenClickHouseDependencies) {
  const engine =
    variant.kind === "embedded" ? await startEngine({ ...variant, folder: join(variant.folder), emit }) : undefined;
  const server = variant.kind === "server" ? endpointOf(variant.url) : undefined;
  const database = server?.database ?? defaultDatabase;
  const endpoint = () => {
    const known = server ?? engine?.endpoint();
    if (!known) throw new Error("neither an engine nor a server");
    return known;
  };
  const cluster = variant.kind === "server" ? variant.cluster : undefined;
  const where = cluster === undefined ? {} : { cluster };
  const clickhouse = createClickHouse({ endpoint, database, readSeconds, isReplicated: cluster !== undefined });
  try {
    await makeDatabase();
    await migrate({ clickhouse, steps: migrations, retentionDays, fsync: engine !== undefined, ...where });
    if (engine) await createRollupWatermarks({ clickhouse }).markLast();
  } catch (thrown) {
    await stop();
    throw thrown;
  }
  return {
    clickhouse,
    writer: createTableWriter({
      clickhouse,
      columns: new Map(expiringTables.map((table) => [table, columnsOf(table)])),
    }),
    /** Absent with a served ClickHouse. */
    engine,
    /** Resolves when ClickHouse responds; throws Failure("dependency") with the reason otherwise. */
    ping,
    stop,
  };

  async function makeDatabase(): Promise<void> {
    const outside = createClickHouse({ endpoint, database: "default", readSeconds });
    try {
      await outside.command(
        "make the database",
        `CREATE DATABASE IF NOT EXISTS \`${database.replaceAll("`", "")}\`${onCluster(where)}`,
      );
    } finally {
      await outside.close();
    }
  }

  async function ping(): Promise<void> {
    const state = engine?.state();
    if (state?.kind === "restarting") {
      const times = state.attempt === 1 ? "ended" : `ended ${state.attempt} times in a row`;
      throw new Failure("dependency", `the embedded ClickHouse ${times} and is started again: ${state.reason}`);
    }
    if (state?.kind === "not answering") {
      const seconds = Math.round((Date.now() - state.since) / 1000);
      throw new Failure("dependency", `the embedded ClickHouse has not answered for ${seconds} seconds`);
    }
    await clickhouse.command("answer", "SELECT 1");
  }

  async function stop(): Promise<void> {
    await clickhouse.close();
    await engine?.stop();
  }
}
