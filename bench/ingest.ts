/**
 * `npm run bench:ingest`: checks that the whole service accepts spans of 3 KB as fast as it stores them,
 * compared with the same run without checks and the same run that only decodes. Prints spans/s until all are
 * stored, CPU per span and acknowledgment times.
 */
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { parseArgs, promisify } from "node:util";
import { z } from "zod";
import { temporaryFolder } from "../test/support/service/folder.ts";
import { type Service, startService } from "../test/support/service/service.ts";

const { values } = parseArgs({
  options: {
    spans: { type: "string", default: "100000" },
    rounds: { type: "string", default: "2" },
    mode: { type: "string", multiple: true, default: ["decode only", "no checks", "full"] },
  },
});
/** Reading all metrics costs the service milliseconds, so it is not polled more often. */
const pollMs = 250;
const sender = new URL("./sender.ts", import.meta.url).pathname;
const Sent = z.object({
  spans: z.number(),
  refused: z.number(),
  seconds: z.number(),
  bytesPerSpan: z.number(),
  ackP50Ms: z.number(),
  ackP99Ms: z.number(),
});

interface IngestMetrics {
  readonly spansPerSecond: number;
  readonly nodeMicros: number;
  readonly clickhouseMicros: number;
  readonly ackP50Ms: number;
  readonly ackP99Ms: number;
  /** Peak resident memory, and the peak without mapped files (the journal is mapped). */
  readonly rssMb: number;
  readonly ownMb: number;
}

const modes: Readonly<Record<string, { script?: string; monitors: boolean }>> = {
  "decode only": { script: new URL("./decode-only-service.ts", import.meta.url).pathname, monitors: false },
  "no checks": { monitors: false },
  full: { monitors: true },
};
const rounds: Record<string, IngestMetrics[]> = {};
for (let round = 0; round < Number(values.rounds); round++)
  for (const [name, mode] of Object.entries(modes).filter(([each]) => values.mode.includes(each))) {
    const metrics = await measure(mode);
    (rounds[name] ??= []).push(metrics);
    console.log(name.padEnd(12), JSON.stringify(metrics));
  }
const median = (name: string, of: keyof IngestMetrics) => {
  const sorted = (rounds[name] ?? []).map((metrics) => metrics[of]).sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
};
const cpu = (name: string) => median(name, "nodeMicros") + median(name, "clickhouseMicros");
console.log(
  `full: ${Math.round(median("full", "spansPerSecond"))} spans/s; CPU per span ${(cpu("full") / cpu("no checks")).toFixed(2)}× of no checks, ` +
    `${(cpu("full") / cpu("decode only")).toFixed(2)}× of decode only`,
);

async function measure({ script, monitors }: { script?: string; monitors: boolean }): Promise<IngestMetrics> {
  using folder = temporaryFolder();
  await using service = await startService({
    folder: folder.path,
    env: { LOG_LEVEL: "warn" },
    ...(script === undefined ? {} : { script }),
  });
  if (!monitors) await removeMonitors(service);
  await send(service, 40); // Warm up.
  await drained(service);
  let ownMb = 0;
  const sampling = setInterval(() => (ownMb = Math.max(ownMb, megabytes(service.child.pid, "RssAnon"))), 100);
  const before = cpuOf(service);
  const from = performance.now();
  const sent = await send(service, Math.round(Number(values.spans) / 100));
  await drained(service);
  const seconds = (performance.now() - from) / 1000;
  const after = cpuOf(service);
  clearInterval(sampling);
  if (sent.refused > 0) console.log(`  ${sent.refused} requests were refused`);
  return {
    spansPerSecond: Math.round(sent.spans / seconds),
    nodeMicros: Math.round(((after.node - before.node) * 1e6) / sent.spans),
    clickhouseMicros: Math.round(((after.clickhouse - before.clickhouse) * 1e6) / sent.spans),
    ackP50Ms: Math.round(sent.ackP50Ms * 10) / 10,
    ackP99Ms: Math.round(sent.ackP99Ms * 10) / 10,
    rssMb: megabytes(service.child.pid, "VmHWM"),
    ownMb,
  };
}

async function send({ url, token }: Service, requests: number): Promise<z.infer<typeof Sent>> {
  const { stdout } = await promisify(execFile)(process.execPath, [sender, url, token, String(requests), "8"]);
  return Sent.parse(JSON.parse(stdout));
}

async function removeMonitors({ url, token }: Service): Promise<void> {
  const headers = { "api-key": token };
  const List = z.object({ items: z.array(z.object({ id: z.string() }).loose()) }).loose();
  const { items } = List.parse(await (await fetch(`${url}/api/v1/monitors`, { headers })).json());
  for (const { id } of items) await fetch(`${url}/api/v1/monitors/${id}`, { method: "DELETE", headers });
}

/** Waits until the journal is empty. */
async function drained({ url, token }: Service): Promise<void> {
  for (;;) {
    const metrics = await (await fetch(`${url}/metrics`, { headers: { "api-key": token } })).text();
    if (/^gaffe_journal_entries 0$/m.test(metrics)) return;
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
}

/** Returns the CPU seconds used so far. */
function cpuOf(service: Service): { node: number; clickhouse: number } {
  return { node: cpuSeconds(service.child.pid), clickhouse: cpuSeconds(service.clickhousePid()) };
}

function cpuSeconds(pid: number | undefined): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
    .replace(/^.*\) /s, "")
    .split(" ");
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

function megabytes(pid: number | undefined, field: string): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Math.round(Number(new RegExp(`^${field}:\\s+(\\d+)`, "m").exec(status)?.[1] ?? 0) / 1024);
}
