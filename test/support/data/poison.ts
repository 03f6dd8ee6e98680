import type { startClickHouse } from "../engines/clickhouse-server.ts";

type ClickHouse = Pick<Awaited<ReturnType<typeof startClickHouse>>, "ask">;

/** Makes ClickHouse refuse every insert that holds a span of this name, and accept all others. */
export async function refuseSpansNamed(clickhouse: ClickHouse, name: string): Promise<void> {
  await clickhouse.ask(`ALTER TABLE spans ADD CONSTRAINT no_poison CHECK name != '${name}'`);
}

export async function refuseNoSpans(clickhouse: ClickHouse): Promise<void> {
  await clickhouse.ask("ALTER TABLE spans DROP CONSTRAINT no_poison");
}
