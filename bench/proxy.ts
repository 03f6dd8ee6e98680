/**
 * Measures what the proxy costs in interleaved rounds: the fake provider without a proxy, Gaffe recording
 * everything (up to the journal; once more with redaction), Gaffe recording nothing, a minimal proxy of
 * node:http and undici (the floor), and @portkey-ai/gateway with the versions of its lock file, on our Node
 * and on the Node 20 of its image. Ratios are medians of the rounds' ratios, because absolute times on a
 * shared machine mean little.
 * `npm run bench:proxy -- --rounds=8 --seconds=2 --only="JSON 1 KB"`
 */
import { type ChildProcess, fork, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { freePort } from "../src/platform/http/free-port.ts";
import { filled, type Load, load, median, quantile, type Target } from "./proxy/load.ts";

const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "8" },
    seconds: { type: "string", default: "2" },
    only: { type: "string", default: "" },
  },
});
const [rounds, seconds] = [Number(values.rounds), Number(values.seconds)];

interface Server extends Target {
  readonly name: string;
  readonly pid: number;
}

const children: ChildProcess[] = [];
const folder = mkdtempSync(join(tmpdir(), "gaffe-bench-proxy-"));
try {
  await main();
} finally {
  for (const child of children) child.kill();
  rmSync(folder, { recursive: true, force: true });
}

async function main(): Promise<void> {
  const direct = await startGaffe("direct", ["upstream"]);
  const auth = ["authorization: Bearer sk-bench-0123456789"];
  const gaffe = async (name: string, kind: string) => ({
    ...(await startGaffe(name, [kind, `${direct.port}`])),
    head: [...auth, "api-key: gaffe_x"],
  });
  const servers = [
    direct,
    await gaffe("recording", "recording"),
    await gaffe("recording, redacted", "redacting"),
    await gaffe("not recording", "bare"),
    { ...(await startGaffe("floor", ["floor", `${direct.port}`])), head: auth },
    ...(await portkeys(direct.port)),
  ];
  const request = (bytes: number, more = "") =>
    filled(bytes, (content) => `{"model":"gpt-4o-mini","messages":[{"role":"user","content":"${content}"}]${more}}`);
  for (const server of servers) {
    await load(server, request(1_004), { connections: 32, seconds: 10, minCalls: 15_000 });
    await load(server, request(1_004, ',"stream":true'), { connections: 8, seconds: 2 });
  }
  await compare("JSON 1 KB, 32 connections", servers, { body: request(1_004), connections: 32 });
  await compare("JSON 1 KB, 1 connection", servers, { body: request(1_004), connections: 1 });
  await compare("JSON 107 KB request, 8 connections", servers, { body: request(107_000), connections: 8 });
  await compare("SSE of 100 events, 8 connections", servers, {
    body: request(1_004, ',"stream":true'),
    connections: 8,
  });
  await compare("SSE paced by 5 ms, 1 connection", servers, {
    body: request(1_004, ',"stream":true,"user":"paced"'),
    connections: 1,
  });
}

interface Measured extends Load {
  readonly cpuMs: number;
}

async function compare(
  title: string,
  servers: readonly Server[],
  plan: { body: string; connections: number },
): Promise<void> {
  if (!title.includes(values.only)) return;
  const results = new Map(servers.map(({ name }) => [name, [] as Measured[]]));
  for (let round = 0; round < rounds; round++) {
    for (const server of shuffled(servers)) {
      const before = cpuMs(server.pid);
      const measured = await load(server, plan.body, { connections: plan.connections, seconds });
      // Recording continues for a moment after the last response and is part of the cost.
      await new Promise((resolve) => setTimeout(resolve, 150));
      results.get(server.name)!.push({ ...measured, cpuMs: (cpuMs(server.pid) - before) / measured.calls });
    }
  }
  console.log(`\n${title} (median of ${rounds} rounds of ${seconds} s)`);
  console.table(Object.fromEntries(servers.map(({ name }) => [name, row(name, results)])));
}

function row(name: string, results: ReadonlyMap<string, readonly Measured[]>) {
  const own = results.get(name)!;
  const rate = ({ calls, seconds }: Measured) => calls / seconds;
  const against = (other: string, of: (measured: Measured) => number) => {
    const otherResults = results.get(other);
    return otherResults
      ? Number(median(own.map((each, index) => of(each) / of(otherResults[index]!))).toFixed(2))
      : undefined;
  };
  const added = (of: (measured: Measured) => number) =>
    Number(median(own.map((each, index) => of(each) - of(results.get("direct")![index]!))).toFixed(3));
  return {
    "calls/s": Math.round(median(own.map(rate))),
    "× direct": against("direct", rate),
    "× floor": against("floor", rate),
    "× portkey": against("portkey", rate),
    "× portkey 20": against("portkey 20", rate),
    "CPU ms/call": Number(median(own.map(({ cpuMs }) => cpuMs)).toFixed(3)),
    "CPU × bare": against("not recording", ({ cpuMs }) => cpuMs),
    "CPU × floor": against("floor", ({ cpuMs }) => cpuMs),
    "CPU × portkey": against("portkey", ({ cpuMs }) => cpuMs),
    "CPU × portkey 20": against("portkey 20", ({ cpuMs }) => cpuMs),
    "added p50 ms": added(({ latencies }) => quantile(latencies, 0.5)),
    "added p99 ms": added(({ latencies }) => quantile(latencies, 0.99)),
    "added first byte ms": added(({ firstBytes }) => quantile(firstBytes, 0.5)),
  };
}

/** Returns user and system time of all threads of a process; Linux counts in ticks of 10 ms. */
function cpuMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
    .replace(/^.*\) /, "")
    .split(" ");
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

async function startGaffe(name: string, args: string[]): Promise<Server> {
  const child = fork(new URL("./proxy/servers.ts", import.meta.url), args, { execArgv: [] });
  children.push(child);
  const [port] = (await once(child, "message")) as [number];
  return { name, port, pid: child.pid!, head: [] };
}

/**
 * Starts the gateway with the version and overrides of its lock file (with newer ones all its streams
 * fail), on the Node of this machine and on that of its image, which is slower. A gateway that does not start
 * is left out and reported.
 */
async function portkeys(upstreamPort: number): Promise<readonly Server[]> {
  const node20 = `node-${process.platform}-${process.arch}`;
  const manifest = {
    private: true,
    dependencies: { "@portkey-ai/gateway": "1.15.2" },
    optionalDependencies: { [node20]: "20.20.2" },
    overrides: { hono: "4.9.7", "@hono/node-server": "1.13.5" },
  };
  writeFileSync(join(folder, "package.json"), JSON.stringify(manifest));
  const install = ["install", "--no-audit", "--no-fund", "--ignore-scripts"];
  const { status, stderr } = spawnSync("npm", install, { cwd: folder, encoding: "utf8" });
  if (status !== 0) console.log(`@portkey-ai/gateway skipped: npm install failed: ${stderr.slice(-200)}`);
  const nodes = { portkey: process.execPath, "portkey 20": join(folder, "node_modules", node20, "bin/node") };
  const started = Object.entries(nodes).map(async ([name, node]) => {
    try {
      return [await portkeyOn(node, name, upstreamPort)];
    } catch (thrown) {
      console.log(`${name} skipped: ${thrown instanceof Error ? thrown.message : "unknown"}`);
      return [];
    }
  });
  return (await Promise.all(started)).flat();
}

async function portkeyOn(node: string, name: string, upstreamPort: number): Promise<Server> {
  const port = await freePort();
  const script = join(folder, "node_modules/@portkey-ai/gateway/build/start-server.js");
  const env = { ...process.env, NODE_ENV: "production", TRUSTED_CUSTOM_HOSTS: "127.0.0.1" };
  const child = spawn(node, [script, "--headless", `--port=${port}`], { stdio: "ignore", env });
  children.push(child);
  await once(child, "spawn");
  const head = ["authorization: Bearer sk-bench", "x-portkey-provider: openai"];
  const target = { port, head: [...head, `x-portkey-custom-host: http://127.0.0.1:${upstreamPort}/v1`] };
  for (let attempt = 0; ; attempt++) {
    await new Promise((resolve) => setTimeout(resolve, 200));
    try {
      await load(target, '{"model":"m","messages":[{"role":"user","content":"x"}]}', { connections: 1, seconds: 0.1 });
      return { name, pid: child.pid!, ...target };
    } catch (thrown) {
      if (attempt === 49) throw thrown;
    }
  }
}

function shuffled<Item>(list: readonly Item[]): readonly Item[] {
  return list
    .map((item) => ({ item, order: Math.random() }))
    .sort((one, other) => one.order - other.order)
    .map(({ item }) => item);
}
