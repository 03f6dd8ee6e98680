/**
 * `npm run bench:hostile`: what strangers cost a service and its good sender: 20 gRPC streams of 61 KB that never end,
 * 1,000 slow bodies, a thousand bad tokens a second, and all of them together. Windows with and without the attack take
 * turns; the good sender's figures are medians of their windows. Prints the memory above the peak before, and the CPU
 * time that the attack takes from the service. `--service=<main.ts>` measures another tree.
 */
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs, promisify } from "node:util";
import { z } from "zod";
import { freePort } from "../src/platform/http/free-port.ts";
import { cpuSeconds, rssAnonMb } from "../test/lab/cluster/own-memory.ts";
import { startAttacker } from "../test/lab/hostile/attacker.ts";
import type { AttackName } from "../test/lab/hostile/attacks.ts";
import { temporaryFolder } from "../test/support/service/folder.ts";
import { type Service, startService } from "../test/support/service/service.ts";

const { values } = parseArgs({
  options: {
    service: { type: "string" },
    seconds: { type: "string", default: "8" },
    windows: { type: "string", default: "5" },
    only: { type: "string", multiple: true, default: ["streams", "bodies", "tokens", "all"] },
  },
});
const requestsPerSecond = 25;
const kindsOf: Readonly<Record<string, readonly AttackName[]>> = {
  streams: ["streams"],
  bodies: ["bodies"],
  tokens: ["tokens"],
  all: ["streams", "bodies", "tokens"],
};
const Sent = z.object({ spans: z.number(), refused: z.number(), ackP50Ms: z.number(), ackP99Ms: z.number() }).loose();

for (const name of values.only) await measure(name, kindsOf[name] ?? []);

/** A service for each attack, so that the memory of one does not hide that of another. */
async function measure(name: string, kinds: readonly AttackName[]): Promise<void> {
  using folder = temporaryFolder();
  const grpcPort = await freePort();
  await using service = await startService({
    folder: folder.path,
    env: { LOG_LEVEL: "error", GAFFE_GRPC_PORT: String(grpcPort) },
    ...(values.service === undefined ? {} : { script: values.service }),
  });
  using attacker = startAttacker(kinds, { httpPort: service.port, grpcPort, token: "" });
  await send(service, 10);
  const calm: Window[] = [];
  const attacked: Window[] = [];
  for (let window = 0; window < Number(values.windows); window++) {
    calm.push(await watched(service));
    await attacker.start();
    await sleep(1000);
    attacked.push(await watched(service));
    await attacker.pause();
    await sleep(2000);
  }
  const idle = await cpuShare(service);
  await attacker.start();
  const alone = await cpuShare(service);
  const outcomes = JSON.stringify(await attacker.end());
  const [before, during] = [summary(calm), summary(attacked)];
  const ms = (value: number) => `${value.toFixed(1)} ms`;
  console.log(
    `${name.padEnd(8)} memory +${Math.max(0, during.peakMb - before.peakMb)} MB (${before.peakMb} → ${during.peakMb}); ` +
      `p50 ${ms(before.p50)} → ${ms(during.p50)}, p99 ${ms(before.p99)} → ${ms(during.p99)} ` +
      `(${(during.p99 / before.p99).toFixed(2)}×); CPU ${before.cpu.toFixed(2)} → ${during.cpu.toFixed(2)} s/s, ` +
      `without the sender ${idle.toFixed(2)} → ${alone.toFixed(2)} s/s; refused ${during.refused}; windows ${attacked.map(({ p99 }) => p99.toFixed(0)).join(" ")} / ` +
      `${calm.map(({ p99 }) => p99.toFixed(0)).join(" ")}; load ${load()}; ${outcomes}`,
  );
}

interface Window {
  readonly p50: number;
  readonly p99: number;
  /** Peak of the service's own memory, without mapped files. */
  readonly peakMb: number;
  /** CPU seconds of the service per second. */
  readonly cpu: number;
  readonly refused: number;
}

async function watched(service: Service): Promise<Window> {
  const { pid } = service.child;
  let peakMb = 0;
  const sampling = setInterval(() => (peakMb = Math.max(peakMb, rssAnonMb(pid))), 50);
  const from = { cpu: cpuSeconds(pid), at: performance.now() };
  const sent = await send(service, Number(values.seconds));
  const cpu = ((cpuSeconds(pid) - from.cpu) * 1000) / (performance.now() - from.at);
  clearInterval(sampling);
  return { p50: sent.ackP50Ms, p99: sent.ackP99Ms, refused: sent.refused, peakMb, cpu };
}

function summary(windows: readonly Window[]): Window {
  const median = (of: (window: Window) => number) =>
    windows.map(of).toSorted((a, b) => a - b)[Math.floor((windows.length - 1) / 2)] ?? 0;
  return {
    p50: median(({ p50 }) => p50),
    p99: median(({ p99 }) => p99),
    cpu: median(({ cpu }) => cpu),
    peakMb: Math.max(...windows.map(({ peakMb }) => peakMb)),
    refused: windows.reduce((sum, { refused }) => sum + refused, 0),
  };
}

/** Returns the CPU seconds per second that the service takes over a window without the good sender. */
async function cpuShare({ child: { pid } }: Service): Promise<number> {
  const from = { cpu: cpuSeconds(pid), at: performance.now() };
  await sleep(Number(values.seconds) * 1000);
  return ((cpuSeconds(pid) - from.cpu) * 1000) / (performance.now() - from.at);
}

async function send({ url, token }: Service, seconds: number): Promise<z.infer<typeof Sent>> {
  const sender = new URL("./sender.ts", import.meta.url).pathname;
  const requests = String(requestsPerSecond * seconds);
  const { stdout } = await promisify(execFile)(process.execPath, [
    sender,
    url,
    token,
    requests,
    "4",
    String(requestsPerSecond),
  ]);
  return Sent.parse(JSON.parse(stdout));
}

function load(): string {
  return readFileSync("/proc/loadavg", "utf8").split(" ")[0] ?? "";
}
