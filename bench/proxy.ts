/**
 * What the proxy costs: interleaved rounds of the fake provider itself, Gaffe recording everything (up to the journal;
 * once more with redaction), Gaffe recording nothing, and @portkey-ai/gateway with its lock file's versions. Ratios are
 * medians of the rounds' ratios, because absolute times on a shared machine mean little.
 * `npm run bench:proxy -- --rounds=8 --seconds=2 --only="JSON 1 KB" --portkey-node=/usr/bin/node`
 * (the last: another Node for Portkey, whose own image has 20)
 */
import { type ChildProcess, fork, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type Load, load, median, quantile, type Target } from "./proxy/load.ts";

const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "8" },
    seconds: { type: "string", default: "2" },
    only: { type: "string", default: "" },
    "portkey-node": { type: "string", default: process.execPath },
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
  const direct = await ours("direct", ["upstream"]);
  const auth = ["authorization: Bearer sk-bench-0123456789"];
  const gaffe = async (name: string, kind: string) => ({
    ...(await ours(name, [kind, `${direct.port}`])),
    head: [...auth, "api-key: gaffe_x"],
  });
  const recording = await gaffe("recording", "recording");
  const redacting = await gaffe("recording, redacted", "redacting");
  const bare = await gaffe("not recording", "bare");
  const portkey = await portkeyOn(direct.port);
  const servers = [direct, recording, redacting, bare, ...(typeof portkey === "string" ? [] : [portkey])];
  if (typeof portkey === "string") console.log(`@portkey-ai/gateway skipped: ${portkey}`);
  const words = "word ".repeat(170);
  const request = (more: string, content = words) =>
    `{"model":"gpt-4o-mini","messages":[{"role":"user","content":"${content}"}]${more}}`;
  for (const server of servers) await load(server, request(""), { connections: 16, seconds: 3 });
  for (const server of servers) await load(server, request(',"stream":true'), { connections: 8, seconds: 2 });
  await compare("JSON 1 KB, 32 connections", servers, { body: request(""), connections: 32 });
  await compare("JSON 1 KB, 1 connection", servers, { body: request(""), connections: 1 });
  await compare("JSON 107 KB request, 8 connections", servers, {
    body: request("", "word ".repeat(21_400)),
    connections: 8,
  });
  await compare("SSE of 100 events, 8 connections", servers, { body: request(',"stream":true'), connections: 8 });
  await compare("SSE paced by 5 ms, 1 connection", servers, {
    body: request(',"stream":true,"user":"paced"'),
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
    for (const server of servers.toSorted(() => Math.random() - 0.5)) {
      const before = cpuMs(server.pid);
      const measured = await load(server, plan.body, { connections: plan.connections, seconds });
      // Recording goes on for a moment after the last answer; it is part of the cost.
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
    const theirs = results.get(other);
    return theirs ? Number(median(own.map((each, index) => of(each) / of(theirs[index]!))).toFixed(2)) : undefined;
  };
  const added = (of: (measured: Measured) => number) =>
    Number(median(own.map((each, index) => of(each) - of(results.get("direct")![index]!))).toFixed(3));
  return {
    "calls/s": Math.round(median(own.map(rate))),
    "× direct": against("direct", rate),
    "× portkey": against("portkey", rate),
    "CPU ms/call": Number(median(own.map(({ cpuMs }) => cpuMs)).toFixed(3)),
    "CPU × bare": against("not recording", ({ cpuMs }) => cpuMs),
    "CPU × portkey": against("portkey", ({ cpuMs }) => cpuMs),
    "added p50 ms": added(({ latencies }) => quantile(latencies, 0.5)),
    "added p99 ms": added(({ latencies }) => quantile(latencies, 0.99)),
    "added first byte ms": added(({ firstBytes }) => quantile(firstBytes, 0.5)),
  };
}

/** User and system time of a process so far, all its threads: Linux counts it in ticks of 10 ms. */
function cpuMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
    .replace(/^.*\) /, "")
    .split(" ");
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

async function ours(name: string, args: string[]): Promise<Server> {
  const child = fork(new URL("./proxy/servers.ts", import.meta.url), args, { execArgv: [] });
  children.push(child);
  const [port] = (await once(child, "message")) as [number];
  return { name, port, pid: child.pid!, head: [] };
}

/** Version and overrides as in its own lock file: with newer ones every stream of it fails. */
async function portkeyOn(upstreamPort: number): Promise<Server | string> {
  const manifest = {
    private: true,
    dependencies: { "@portkey-ai/gateway": "1.15.2" },
    overrides: { hono: "4.9.7", "@hono/node-server": "1.13.5" },
  };
  writeFileSync(join(folder, "package.json"), JSON.stringify(manifest));
  const installed = spawnSync("npm", ["install", "--no-audit", "--no-fund", "--ignore-scripts"], {
    cwd: folder,
    encoding: "utf8",
  });
  if (installed.status !== 0) return `npm install failed: ${installed.stderr.slice(-200)}`;
  const port = await freePort();
  const script = join(folder, "node_modules/@portkey-ai/gateway/build/start-server.js");
  const env = { ...process.env, NODE_ENV: "production", TRUSTED_CUSTOM_HOSTS: "127.0.0.1" };
  const child = spawn(values["portkey-node"], [script, "--headless", `--port=${port}`], { stdio: "ignore", env });
  children.push(child);
  const head = ["authorization: Bearer sk-bench", "x-portkey-provider: openai"];
  const target = { port, head: [...head, `x-portkey-custom-host: http://127.0.0.1:${upstreamPort}/v1`] };
  for (let attempt = 0; attempt < 50; attempt++) {
    await new Promise((resolve) => setTimeout(resolve, 200));
    try {
      await load(target, '{"model":"m","messages":[{"role":"user","content":"x"}]}', { connections: 1, seconds: 0.1 });
      return { name: "portkey", pid: child.pid!, ...target };
    } catch (thrown) {
      if (attempt === 49) return `it does not answer: ${thrown instanceof Error ? thrown.message : "unknown"}`;
    }
  }
  return "it does not start";
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
