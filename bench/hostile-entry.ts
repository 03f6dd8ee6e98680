/**
 * `npm run bench:hostile`: what strangers cost a service and its good sender, in one run: 20 gRPC streams of 61 KB
 * that never end, 1,000 slow bodies, a thousand bad tokens a second, and all of them together. Prints the memory above
 * the peak before, and the good sender's acknowledgment times before and during. `--service=<main.ts>` measures
 * another tree.
 */
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { parseArgs, promisify } from "node:util";
import { z } from "zod";
import { freePort } from "../src/platform/http/free-port.ts";
import { temporaryFolder } from "../test/support/service/folder.ts";
import { type Service, startService } from "../test/support/service/service.ts";

const { values } = parseArgs({
  options: {
    service: { type: "string" },
    seconds: { type: "string", default: "20" },
    only: { type: "string", multiple: true, default: ["streams", "bodies", "tokens", "all"] },
  },
});
const requestsPerSecond = 10;
const attacks: Readonly<Record<string, readonly string[]>> = {
  streams: ["streams"],
  bodies: ["bodies"],
  tokens: ["tokens"],
  all: ["streams", "bodies", "tokens"],
};
const Sent = z.object({ spans: z.number(), refused: z.number(), ackP50Ms: z.number(), ackP99Ms: z.number() }).loose();

for (const name of values.only) await measure(name, attacks[name] ?? []);

/** A service for each attack, so that the memory of one does not hide that of another. */
async function measure(name: string, kinds: readonly string[]): Promise<void> {
  using folder = temporaryFolder();
  const grpcPort = await freePort();
  await using service = await startService({
    folder: folder.path,
    env: { LOG_LEVEL: "error", GAFFE_GRPC_PORT: String(grpcPort) },
    ...(values.service === undefined ? {} : { script: values.service }),
  });
  const seconds = Number(values.seconds);
  await send(service, 10);
  const before = await watched(service, () => send(service, seconds));
  const attackers = kinds.map((kind) => startAttack(kind, service.port, grpcPort));
  const during = await watched(service, () => send(service, seconds));
  const outcomes = await Promise.all(attackers.map(endOf));
  const ms = (value: number) => `${value.toFixed(1)} ms`;
  console.log(
    `${name.padEnd(8)} memory +${Math.max(0, during.peakMb - before.peakMb)} MB (${before.peakMb} → ${during.peakMb}); ` +
      `p50 ${ms(before.sent.ackP50Ms)} → ${ms(during.sent.ackP50Ms)}, p99 ${ms(before.sent.ackP99Ms)} → ${ms(during.sent.ackP99Ms)} ` +
      `(${(during.sent.ackP99Ms / before.sent.ackP99Ms).toFixed(2)}×); refused ${during.sent.refused}; attackers ${outcomes.join(" ")}`,
  );
}

/** Returns the result with the peak of the service's own memory meanwhile, without mapped files. */
async function watched<Result>({ child }: Service, run: () => Promise<Result>) {
  let peakMb = 0;
  const sampling = setInterval(() => (peakMb = Math.max(peakMb, anonymousMb(child.pid))), 50);
  const sent = await run();
  clearInterval(sampling);
  return { sent, peakMb };
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

function startAttack(kind: string, httpPort: number, grpcPort: number): ChildProcess {
  const attack = new URL("./hostile/attack.ts", import.meta.url).pathname;
  return spawn(process.execPath, [attack, kind, String(httpPort), String(grpcPort)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
}

async function endOf(child: ChildProcess): Promise<string> {
  let output = "";
  child.stdout?.on("data", (chunk: Buffer) => (output += chunk.toString()));
  child.kill("SIGTERM");
  await once(child, "exit");
  return output.trim();
}

function anonymousMb(pid: number | undefined): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Math.round(Number(/^RssAnon:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1024);
}
