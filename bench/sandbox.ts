/**
 * Measures what hostile programs cost the host (how late they are killed, how long the event loop stalls,
 * peak memory) and what an honest check costs. Prints one line of JSON for each.
 */
import { readFileSync } from "node:fs";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { createSandbox } from "../src/platform/sandbox/sandbox.ts";
import { hostilePrograms } from "../test/fixtures/sandbox/hostile.ts";

const rounds = Number(process.argv[2] ?? 3);
const killedAfter: number[] = [];
await using sandbox = createSandbox({
  size: 2,
  onEvent: (event) => {
    if (event.kind === "killed") killedAfter.push(event.afterMs);
  },
});
const clock = Date.UTC(2026, 0, 1);
const honest = "export default (d: { text: string }): boolean => d.text.includes('refund')";
await sandbox.run("bench", { source: honest, input: '{"text":""}', clock });

const rssBefore = process.memoryUsage.rss();
const loop = monitorEventLoopDelay({ resolution: 1 });
let childRss = 0;
const watch = setInterval(() => {
  for (const pid of sandbox.pids()) childRss = Math.max(childRss, peakRssOf(pid));
}, 10);
loop.enable();
let [escaped, otherWaitedMs] = [0, 0];
for (let round = 0; round < rounds; round++) {
  for (const { source, input = "{}", must } of hostilePrograms) {
    const running = sandbox.run("hostile", { source, input, clock });
    const from = performance.now();
    await sandbox.run("bench", { source: honest, input: '{"text":"refund"}', clock });
    otherWaitedMs = Math.max(otherWaitedMs, performance.now() - from);
    const result = await running;
    const wanted = must.some((one) =>
      typeof one === "object"
        ? result.kind === "returned" && (result.json ?? "undefined") === one.returns
        : result.kind !== "returned",
    );
    if (!wanted) escaped++;
  }
}
loop.disable();
clearInterval(watch);
const programs = hostilePrograms.length * rounds;
print("hostile", {
  programs,
  escaped,
  killed: killedAfter.length,
  killP50Ms: quantile(killedAfter, 0.5),
  killP99Ms: quantile(killedAfter, 0.99),
  killMaxMs: quantile(killedAfter, 1),
  loopDelayP99Ms: rounded(loop.percentile(99) / 1e6),
  loopDelayMaxMs: rounded(loop.max / 1e6),
  hostRssGrowthMb: rounded((process.memoryUsage.rss() - rssBefore) / 2 ** 20),
  childPeakRssMb: rounded(childRss / 2 ** 20),
  otherTenantWaitedAtMostMs: rounded(otherWaitedMs),
});

for (const kilobytes of [2, 100, 1000]) {
  const input = JSON.stringify({ text: "word ".repeat((kilobytes * 1024) / 5) });
  const took: number[] = [];
  for (let call = 0; call < (kilobytes > 500 ? 50 : 300); call++) {
    const from = performance.now();
    await sandbox.run("bench", { source: honest, input, clock });
    took.push(performance.now() - from);
  }
  print("honest", { kilobytes, p50Ms: quantile(took, 0.5), p99Ms: quantile(took, 0.99) });
}

/** Returns the peak resident memory of a process, in bytes. */
function peakRssOf(pid: number): number {
  try {
    return Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "latin1"))?.[1] ?? 0) * 1024;
  } catch {
    return 0;
  }
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return rounded(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0);
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}

function print(what: string, metrics: Readonly<Record<string, number>>): void {
  console.log(JSON.stringify({ bench: `sandbox ${what}`, ...metrics }));
}
