import { join } from "node:path";
import { z } from "zod";
import { openClickHouse } from "../../../src/app/clickhouse/open.ts";

const Tables = z.array(z.object({ name: z.string() }));

/** Returns every row of every table of a stopped service as one text, because files on disk are compressed. */
export async function storedText(dataFolder: string): Promise<string> {
  const storage = await openClickHouse({
    variant: { kind: "embedded", folder: join(dataFolder, "clickhouse"), maxMemoryBytes: 2 ** 30 },
    retentionDays: 90,
    readSeconds: 30,
    emit: () => undefined,
  });
  try {
    const read = (sql: string) => storage.clickhouse.select("read all", sql);
    const tables = Tables.parse(await read("SELECT name FROM system.tables WHERE database = currentDatabase()"));
    const rows = await Promise.all(tables.map(({ name }) => read(`SELECT * FROM \`${name}\``)));
    return JSON.stringify(rows);
  } finally {
    await storage.stop();
  }
}
