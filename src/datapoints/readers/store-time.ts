import { z } from "zod";
import type { ClickHouse } from "../../storage/index.ts";

const Row = z.strictObject({ now: z.number() });

/** Reads the clock of the ClickHouse server in Unix milliseconds: the only clock that all processes share. */
export function createStoreTime({ clickhouse }: { clickhouse: ClickHouse }): () => Promise<number> {
  return async () => {
    const rows = await clickhouse.select(
      "read the server's clock",
      "SELECT toFloat64(toUnixTimestamp64Micro(now64(6))) / 1000 AS now",
    );
    return z.array(Row).parse(rows)[0]?.now ?? Number.NaN;
  };
}
