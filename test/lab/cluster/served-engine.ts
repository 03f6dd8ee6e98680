import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { Agent, createServer, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startEngine } from "../../../src/storage/clickhouse/embedded/supervisor.ts";
import { portOf } from "../../support/receivers/mail-server.ts";

/** An error that ClickHouse returns for every insert, such as 201 QUOTA_EXCEEDED. */
export interface Refusal {
  readonly code: number;
  readonly name: string;
}

/**
 * Starts a real ClickHouse that replicas share over HTTP, behind a proxy of a stable address that can reject
 * inserts.
 */
export async function startServedEngine(maxMemoryBytes = 2_000_000_000) {
  const folder = await mkdtemp(join(tmpdir(), "gaffe-lab-engine-"));
  const engine = await startEngine({ folder, maxMemoryBytes, emit: () => {} });
  const { user, password } = engine.endpoint();
  const agent = new Agent({ keepAlive: true });
  let refusal: Refusal | undefined;
  let refused = 0;
  // Placeholder values are in the URL: the proxy allows URLs as long as ClickHouse does.
  const gate = createServer({ maxHeaderSize: 4_000_000, requestTimeout: 0 }, (incoming, outgoing) => {
    if (refusal && decodeURIComponent(incoming.url ?? "").includes("INSERT")) {
      refused++;
      incoming.resume();
      outgoing.writeHead(500, { "x-clickhouse-exception-code": refusal.code, "content-type": "text/plain" });
      outgoing.end(`Code: ${refusal.code}. DB::Exception: refused by the lab. (${refusal.name})`);
      return;
    }
    const { hostname, port } = new URL(engine.endpoint().url);
    const { method = "GET", url = "/", headers } = incoming;
    const passed = request({ hostname, port, method, path: url, headers, agent }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(outgoing);
      answer.on("error", () => outgoing.destroy());
    });
    passed.on("error", () => outgoing.destroy());
    outgoing.on("close", () => passed.destroy());
    incoming.pipe(passed);
  }).listen(0, "127.0.0.1");
  await once(gate, "listening");
  const pid = () => {
    const state = engine.state();
    return state.kind === "ready" ? state.pid : undefined;
  };
  return {
    /** In the format of CLICKHOUSE_URL. */
    url: `http://${user}:${password}@127.0.0.1:${portOf(gate.address())}/gaffe`,
    pid,
    /** Sends a signal to the engine; a killed engine is restarted by its supervisor. */
    signal: (name: NodeJS.Signals) => {
      const of = pid();
      if (of !== undefined) process.kill(of, name);
    },
    /** Rejects every insert with this error, until called with `undefined`. */
    refuseInserts: (by: Refusal | undefined) => {
      refusal = by;
      refused = 0;
    },
    refusedInserts: () => refused,
    ask: query,
    async [Symbol.asyncDispose]() {
      gate.closeAllConnections();
      gate.close();
      agent.destroy();
      await engine.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };

  /** Returns the rows of a statement as lists, bypassing the proxy. Throws the error of ClickHouse. */
  async function query(sql: string): Promise<readonly unknown[][]> {
    const parameters = new URLSearchParams({ database: "gaffe", default_format: "JSONCompactEachRow" });
    const headers = { "x-clickhouse-user": user, "x-clickhouse-key": password };
    const answer = await fetch(`${engine.endpoint().url}/?${parameters.toString()}`, {
      method: "POST",
      headers,
      body: sql,
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${text}\n${sql}`);
    const lines = text.split("\n").filter((line) => line !== "");
    return lines.map((line) => JSON.parse(line) as unknown[]);
  }
}
