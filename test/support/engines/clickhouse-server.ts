import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startEngine } from "../../../src/storage/clickhouse/embedded/supervisor.ts";

/**
 * Starts a real ClickHouse server that several processes share over HTTP: the embedded engine's program, in its
 * own folder.
 */
export async function startClickHouse() {
  const folder = await mkdtemp(join(tmpdir(), "gaffe-clickhouse-"));
  const engine = await startEngine({ folder, maxMemoryBytes: 1_000_000_000, emit: () => {} });
  const { url, user, password } = engine.endpoint();
  return {
    url: `${url.replace("//", `//${user}:${password}@`)}/gaffe`,
    ask: query,
    async [Symbol.asyncDispose]() {
      await engine.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };

  /** Returns the rows of a statement as lists, with the given settings. Throws ClickHouse's error. */
  async function query(sql: string, settings: Readonly<Record<string, string>> = {}): Promise<readonly unknown[][]> {
    const parameters = new URLSearchParams({ database: "gaffe", default_format: "JSONCompactEachRow", ...settings });
    const headers = { "x-clickhouse-user": user, "x-clickhouse-key": password };
    const answer = await fetch(`${url}/?${parameters.toString()}`, { method: "POST", headers, body: sql });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${text}\n${sql}`);
    const lines = text.split("\n").filter((line) => line !== "");
    return lines.map((line) => JSON.parse(line) as unknown[]);
  }
}
