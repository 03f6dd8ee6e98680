import { expect, test } from "vitest";
import { migrations } from "../../src/app/clickhouse/migrations/index.ts";
import type { ClickHouse } from "../../src/storage/clickhouse/client.ts";
import { migrate } from "../../src/storage/clickhouse/migrate.ts";
import { openTestStorage } from "../support/engines/clickhouse.ts";

/**
 * Returns the statements of a start: the first one ever, with a retention that changed since the tables were
 * created.
 */
async function statementsOfAStart(cluster: string): Promise<readonly string[]> {
  const statements: string[] = [];
  const server: Pick<ClickHouse, "command" | "select"> = {
    command: (_, sql) => Promise.resolve(void statements.push(sql)),
    select: (doing) => Promise.resolve(doing === "read the retention" ? [{ name: "spans", engine_full: "" }] : []),
  };
  await migrate({ clickhouse: server as ClickHouse, steps: migrations, retentionDays: 30, fsync: false, cluster });
  return statements;
}

test("on a cluster every statement of the schema is one of all its servers, with replicated engines, and is SQL", async () => {
  const statements = await statementsOfAStart("{cluster}");
  const ofSchema = statements.filter((statement) => !statement.startsWith("INSERT "));
  expect(ofSchema.length).toBeGreaterThan(10);
  for (const statement of ofSchema)
    expect(statement).toMatch(/^(CREATE|ALTER|DROP) (TABLE|MATERIALIZED VIEW) .*ON CLUSTER '\{cluster\}'/);
  const engines = ofSchema.flatMap((statement) => /ENGINE = (\w+)/.exec(statement)?.[1] ?? []);
  expect(new Set(engines)).toEqual(new Set(["Memory", "ReplicatedReplacingMergeTree"]));
  for (const statement of ofSchema) expect(statement).not.toContain("non_replicated");
  // Keeper and other servers do not exist here: the engine only parses the statements.
  await using storage = await openTestStorage();
  for (const statement of statements) await storage.clickhouse.command("parse", `EXPLAIN AST ${statement}`);
});
