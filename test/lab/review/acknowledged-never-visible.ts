import type { Span } from "../../../src/otlp/span.ts";
import { temporaryFolder } from "../../support/service/folder.ts";
import { type Service, startService } from "../../support/service/service.ts";
import { httpExporter } from "../cluster/exporter.ts";
import { cpuSeconds, rssAnonMb, watchMemory } from "../cluster/own-memory.ts";
import { bodiesOf, inTrace, largeCalls, plainSpan, shortCall } from "../cluster/texts.ts";
import { exported, missingAfter, visibleAfter } from "../cluster/visible.ts";
import { pause } from "../ledger.ts";
import type { Row, RowOptions } from "../row.ts";

/** Memory limit for Gaffe while a backlog drains, MB. */
const maxOwnMb = 600;

const env = { GAFFE_REQUESTS_PER_MINUTE: "0", GAFFE_READ_SECONDS: "60" };

/** Sends bodies by concurrent clients and returns how many were not acknowledged. */
async function sendAll(service: Service, bodies: readonly Uint8Array<ArrayBuffer>[], senders = 4): Promise<number> {
  const { url, token } = service;
  const exporter = httpExporter(() => url, { token });
  const waiting = bodies.values();
  let refused = 0;
  const one = async () => {
    for (const body of waiting) if ((await exporter.send(body)).kind !== "acknowledged") refused++;
  };
  await Promise.all(Array.from({ length: senders }, one));
  return refused;
}

/** Creates stored calls and, in the same traces, later ones that have to become visible. */
function tracesOfCalls(seed: number, traces: number, callsEach: number) {
  const name = (trace: number) => `${seed}-t${trace}`;
  const numbers = Array.from({ length: traces }, (_, trace) => trace);
  const stored = numbers.flatMap((trace) =>
    Array.from({ length: callsEach }, (_, call) => inTrace(shortCall(seed, trace * callsEach + call), name(trace))),
  );
  const late = numbers.map((trace) => inTrace(shortCall(seed, 1_000_000 + trace), name(trace)));
  return { stored, late };
}

/** Returns the delay of a call in a separate trace, sent after the data that may be stuck. */
async function neighbourMs(service: Service, seed: number, withinMs: number): Promise<number> {
  const span = shortCall(seed + 1, 5_000_000);
  await sendAll(service, bodiesOf([span], 1));
  return (await visibleAfter(service, span, withinMs)) ?? -1;
}

/** Returns the seconds until nothing acknowledged waits to be stored; -1 on timeout. */
async function drainedAfter({ url }: Service, withinMs: number): Promise<number> {
  const from = Date.now();
  while (Date.now() - from < withinMs) {
    const metrics = await (await fetch(`${url}/metrics`)).text();
    if (/^gaffe_pipeline_lag_seconds 0$/m.test(metrics)) return Math.round((Date.now() - from) / 1000);
    await pause(250);
  }
  return -1;
}

const waitMs = ({ seconds }: RowOptions) => Math.max(30, seconds) * 1000;

/** Stops the engine with a signal; one that Gaffe restarted in the meantime needs none. */
function stopEngine(service: Service): () => void {
  const pid = service.clickhousePid();
  if (pid === undefined) throw new Error("ClickHouse is not running");
  process.kill(pid, "SIGSTOP");
  return () => {
    if (service.clickhousePid() === pid) process.kill(pid, "SIGCONT");
  };
}

/** R1.1 */
export const lateCallsInOneRequest: Row = {
  promise: "the next call of each of 500 stored traces, sent in one request, becomes visible",
  async run(options) {
    using folder = temporaryFolder();
    await using service = await startService({ folder: folder.path, env });
    const { stored, late } = tracesOfCalls(options.seed, 500, 10);
    await sendAll(service, bodiesOf(stored, 500));
    const missingFirst = await missingAfter(service, stored, 120_000);
    await sendAll(service, bodiesOf(late, 500));
    const missing = await missingAfter(service, late, waitMs(options));
    const neighbour = await neighbourMs(service, options.seed, waitMs(options));
    return {
      passed: missingFirst + missing === 0 && neighbour >= 0,
      metrics: { missing, of: 500, neighbourMs: neighbour },
    };
  },
};

/** R1.2 */
export const lateCallsAfterOutage: Row = {
  promise: "the same 500 calls in 500 requests, with ClickHouse stopped meanwhile and a restart, become visible",
  async run(options) {
    using folder = temporaryFolder();
    const first = await startService({ folder: folder.path, env });
    const { stored, late } = tracesOfCalls(options.seed, 500, 10);
    await sendAll(first, bodiesOf(stored, 500));
    const missingFirst = await missingAfter(first, stored, 120_000);
    const resume = stopEngine(first);
    await sendAll(first, bodiesOf(late, 1), 8);
    await pause(8000);
    resume();
    const missing = await missingAfter(first, late, waitMs(options));
    await first.kill("SIGKILL");
    await using again = await startService({ folder: folder.path, env });
    const neighbour = await neighbourMs(again, options.seed, 45_000);
    const missingAtEnd = await missingAfter(again, late, 1000);
    const metrics = { missing, missingAfterRestart: missingAtEnd, of: 500, neighbourMs: neighbour };
    return { passed: missingFirst + missing + missingAtEnd === 0 && neighbour >= 0, metrics };
  },
};

/** R1.3 */
export const lateCallOfLongTrace: Row = {
  promise: "a late part of a trace of 4,500 calls becomes visible",
  async run(options) {
    using folder = temporaryFolder();
    await using service = await startService({ folder: folder.path, env });
    const { stored, late } = tracesOfCalls(options.seed, 1, 4500);
    await sendAll(service, bodiesOf(stored, 500));
    const missingFirst = await missingAfter(service, stored, 120_000);
    await sendAll(service, bodiesOf(late, 1));
    const lateMs = (await visibleAfter(service, late[0]!, waitMs(options))) ?? -1;
    const neighbour = await neighbourMs(service, options.seed, waitMs(options));
    return {
      passed: missingFirst === 0 && lateMs >= 0 && neighbour >= 0,
      metrics: { missingFirst, lateMs, neighbourMs: neighbour },
    };
  },
};

/** R1.4 */
export const lateCallOfManySpans: Row = {
  promise: "a late call of a trace of 110,000 spans becomes visible",
  async run(options) {
    using folder = temporaryFolder();
    await using service = await startService({ folder: folder.path, env });
    const { seed } = options;
    const at = Date.now() - 60_000;
    const name = `${seed}-many`;
    const first = inTrace(shortCall(seed, 0, at), name);
    const steps = Array.from({ length: 110_000 }, (_, number) => inTrace(plainSpan(seed, number + 1, at), name));
    await sendAll(service, bodiesOf([first, ...steps], 5000));
    const firstMs = (await visibleAfter(service, first, 120_000)) ?? -1;
    const stepsSeconds = await drainedAfter(service, 300_000);
    const engine = service.clickhousePid();
    const cpuBefore = cpuSeconds(engine);
    const late = inTrace(shortCall(seed, 900_000), name);
    await sendAll(service, bodiesOf([late], 1));
    const lateMs = (await visibleAfter(service, late, waitMs(options))) ?? -1;
    const engineCpuSeconds = Math.round((cpuSeconds(engine) - cpuBefore) * 10) / 10;
    const neighbour = await neighbourMs(service, seed, waitMs(options));
    return {
      passed: lateMs >= 0 && neighbour >= 0,
      metrics: { firstMs, stepsSeconds, lateMs, engineCpuSeconds, neighbourMs: neighbour },
    };
  },
};

/** R1.5 */
export const traceOfGrowingSize: Row = {
  promise: "a trace that grows by calls of 8 MB, up to 40, is stored whole",
  async run(options) {
    using folder = temporaryFolder();
    await using service = await startService({ folder: folder.path, env });
    using memory = watchMemory(() => service.child.pid);
    const callOf = largeCalls(options.seed, 8_000_000);
    let storedCalls = 0;
    for (let number = 0; number < 40; number++) {
      const span = inTrace(callOf(number), `${options.seed}-grows`);
      await sendAll(service, bodiesOf([span], 1));
      if ((await visibleAfter(service, span, waitMs(options))) === undefined) break;
      storedCalls++;
    }
    const neighbour = await neighbourMs(service, options.seed, waitMs(options));
    const metrics = { storedCalls, of: 40, neighbourMs: neighbour, peakOwnMb: memory.peakMb() };
    return { passed: storedCalls === 40 && neighbour >= 0 && metrics.peakOwnMb <= maxOwnMb, metrics };
  },
};

/** R1.6 to R1.8: calls of one size wait while ClickHouse is stopped; a short run sends fewer. */
export function backlog(calls: number, bytes: number): Row {
  return {
    promise: `${calls.toLocaleString("en")} calls of ${(bytes / 1000).toLocaleString("en")} KB that waited for ClickHouse are stored, with at most ${maxOwnMb} MB of own memory`,
    async run(options) {
      const { seed, seconds, log } = options;
      using folder = temporaryFolder();
      await using service = await startService({ folder: folder.path, env });
      const callOf = largeCalls(seed, bytes);
      const total = seconds >= 60 ? calls : Math.ceil(calls / 5);
      const resume = stopEngine(service);
      const spans: Pick<Span, "traceId" | "spanId">[] = [];
      let next = 0;
      const { url, token } = service;
      const exporter = httpExporter(() => url, { token });
      let refused = 0;
      const sender = async () => {
        while (next < total) {
          const span = callOf(next++);
          const { kind } = await exporter.send(bodiesOf([span], 1)[0]!);
          if (kind === "acknowledged") spans.push({ traceId: span.traceId, spanId: span.spanId });
          else refused++;
        }
      };
      await Promise.all([sender(), sender(), sender(), sender()]);
      log(`${spans.length} acknowledged, own memory ${rssAnonMb(service.child.pid)} MB`);
      using memory = watchMemory(() => service.child.pid);
      resume();
      const from = performance.now();
      let missing = spans;
      let idleSince = performance.now();
      while (missing.length > 0 && performance.now() - idleSince < Math.max(60, seconds) * 1000) {
        await pause(1000);
        // By previews: reading the full content of large calls repeatedly would be another test.
        const stored = new Set((await exported(service)).map(({ spanId }) => spanId));
        const still = missing.filter(({ spanId }) => !stored.has(spanId));
        if (still.length < missing.length) idleSince = performance.now();
        missing = still;
      }
      const drainSeconds = Math.round((performance.now() - from) / 1000);
      const peakOwnMb = memory.peakMb();
      await pause(3000);
      const metrics = {
        acknowledged: spans.length,
        refused,
        missing: missing.length,
        drainSeconds,
        peakOwnMb,
        ownMbAfter: rssAnonMb(service.child.pid),
      };
      return { passed: missing.length === 0 && refused === 0 && peakOwnMb <= maxOwnMb, metrics };
    },
  };
}

/** R1.9 */
export const costOfLatePart: Row = {
  promise: "a late part of a long trace costs no more than one of a trace of 100 calls",
  async run(options) {
    using folder = temporaryFolder();
    await using service = await startService({ folder: folder.path, env });
    const length = options.seconds >= 60 ? 20_000 : 3000;
    const cost = async (calls: number) => {
      const { stored } = tracesOfCalls(options.seed + calls, 1, calls);
      await sendAll(service, bodiesOf(stored, 500));
      await missingAfter(service, stored, 180_000);
      await pause(2000);
      const used = () => cpuSeconds(service.child.pid) + cpuSeconds(service.clickhousePid());
      const before = used();
      let slowestMs = 0;
      for (let part = 0; part < 5; part++) {
        const late = inTrace(shortCall(options.seed + calls, 2_000_000 + part), `${options.seed + calls}-t0`);
        await sendAll(service, bodiesOf([late], 1));
        const ms = await visibleAfter(service, late, 60_000);
        if (ms === undefined) return { slowestMs: -1, cpu: used() - before };
        slowestMs = Math.max(slowestMs, ms);
      }
      return { slowestMs, cpu: used() - before };
    };
    const [short, long] = [await cost(100), await cost(length)];
    const seconds = (cpu: number) => Math.round(cpu * 20) / 100;
    const metrics = {
      calls: length,
      shortCpuSeconds: seconds(short.cpu),
      longCpuSeconds: seconds(long.cpu),
      shortMs: short.slowestMs,
      longMs: long.slowestMs,
    };
    return { passed: short.slowestMs >= 0 && long.slowestMs >= 0 && long.cpu < short.cpu * 2 + 1, metrics };
  },
};
