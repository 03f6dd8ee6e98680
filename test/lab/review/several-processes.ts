import { hash } from "node:crypto";
import { encodeLogs, encodeTraces } from "../../../src/otlp/encode.ts";
import type { LogRecord, Span } from "../../../src/otlp/span.ts";
import { allCaptures, batchesOf, capturesIn, hasCaptures, someCaptures } from "../../support/data/captures.ts";
import { apiOf, eventually } from "../../support/service/service-api.ts";
import { type Cluster, openCluster } from "../cluster/cluster.ts";
import { httpExporter } from "../cluster/exporter.ts";
import { issuesOf } from "../cluster/projects.ts";
import { bodiesOf, inTrace, shortCall } from "../cluster/texts.ts";
import { exported, visibleAfter } from "../cluster/visible.ts";
import { pause } from "../ledger.ts";
import { type Row, random } from "../row.ts";

type Part = { readonly signal: "traces" | "logs"; readonly body: Uint8Array<ArrayBuffer> };

/**
 * Returns recorded exports of real instrumentations, span by span, in an order that the seed chooses, with current
 * times.
 */
function recordedParts(seed: number): readonly Part[] {
  const folder = hasCaptures(allCaptures) ? allCaptures : someCaptures;
  const next = random(seed);
  const batches = capturesIn(folder)
    .map((capture) => ({ capture, batches: batchesOf(capture, folder) }))
    .filter(({ batches: of }) => of.some(({ spans }) => spans.length > 1));
  const newest = Math.max(
    ...batches.flatMap(({ batches: of }) =>
      of.flatMap(({ spans }) => spans.map((s) => Number(s.startNs / 1_000_000n))),
    ),
  );
  const shiftNs = BigInt(Math.round(Date.now() - 120_000 - newest)) * 1_000_000n;
  const parts = batches.flatMap(({ capture, batches: of }) => {
    // Captures were made in consecutive processes: some IDs occur in several.
    const traceOf = (id: string) => hash("sha256", `${seed}${capture.id}${id}`).slice(0, 32);
    const moved = (span: Span): Span => ({
      ...span,
      traceId: traceOf(span.traceId),
      startNs: span.startNs + shiftNs,
      endNs: span.endNs + shiftNs,
      events: span.events.map((event) => ({ ...event, timeNs: event.timeNs + shiftNs })),
    });
    const movedLog = (log: LogRecord): LogRecord => ({
      ...log,
      ...(log.traceId === undefined ? {} : { traceId: traceOf(log.traceId) }),
      timeNs: log.timeNs + shiftNs,
      observedNs: log.observedNs + shiftNs,
    });
    return of.flatMap(({ spans, logs }): Part[] => [
      ...spans.map((span): Part => ({ signal: "traces", body: encodeTraces([moved(span)]) })),
      ...logs.map((log): Part => ({ signal: "logs", body: encodeLogs([movedLog(log)]) })),
    ]);
  });
  return parts
    .map((part) => ({ part, at: next() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ part }) => part);
}

/** The visible result, without values that a process chooses freely. */
interface Sight {
  readonly datapoints: number;
  readonly listedTwice: number;
  readonly costUsd: number;
  readonly withoutOutput: number;
  readonly occurrences: number;
  readonly issues: readonly string[];
  readonly ids: readonly string[];
}

async function sightOf(cluster: Cluster): Promise<Sight> {
  const rows = await exported(cluster);
  const ids = rows.map(({ id }) => id).toSorted();
  const issues = (await issuesOf(cluster)).filter(({ state }) => state === "open");
  const cost = rows.reduce((sum, { costUsd, cost: whole }) => {
    const inner = typeof whole === "object" && whole !== null && "usd" in whole ? whole.usd : costUsd;
    return sum + (typeof inner === "number" ? inner : 0);
  }, 0);
  return {
    datapoints: new Set(ids).size,
    listedTwice: ids.length - new Set(ids).size,
    costUsd: Math.round(cost * 1e6) / 1e6,
    withoutOutput: rows.filter(({ outputPreview }) => outputPreview === "").length,
    occurrences: issues.reduce((sum, { occurrences }) => sum + occurrences, 0),
    issues: issues.map(({ id, occurrences }) => `${id} ${occurrences}`).toSorted(),
    ids,
  };
}

/** Waits until two consecutive reads, five seconds apart, are equal. */
async function settledSight(cluster: Cluster): Promise<Sight> {
  let sight = await sightOf(cluster);
  for (let attempt = 0; attempt < 24; attempt++) {
    await pause(5000);
    const next = await sightOf(cluster);
    if (next.datapoints > 0 && JSON.stringify(next) === JSON.stringify(sight)) return next;
    sight = next;
  }
  return sight;
}

interface Spread {
  readonly replicas: number;
  /** Requests per second, so that parts of one trace arrive seconds apart. */
  readonly perSecond: number;
  readonly meanwhile?: (cluster: Cluster, isOver: () => boolean) => Promise<void>;
  readonly prepare?: (cluster: Cluster) => void;
}

async function sightAfter(parts: readonly Part[], { replicas, perSecond, meanwhile, prepare }: Spread): Promise<Sight> {
  await using cluster = await openCluster({ replicas });
  prepare?.(cluster);
  let isOver = false;
  const concurrently = meanwhile?.(cluster, () => isOver);
  const waiting = parts.values();
  const from = performance.now();
  let sent = 0;
  const sender = async () => {
    for (const { signal, body } of waiting) {
      const due = from + (sent++ * 1000) / perSecond;
      if (due > performance.now()) await pause(due - performance.now());
      await deliver(cluster, signal, body);
    }
  };
  await Promise.all([1, 2, 3, 4, 5, 6].map(sender));
  isOver = true;
  await concurrently;
  return await settledSight(cluster);
}

async function deliver({ url, token }: Cluster, signal: Part["signal"], body: Uint8Array<ArrayBuffer>): Promise<void> {
  for (let attempt = 0; attempt < 600; attempt++) {
    const answer = await fetch(`${url}/v1/${signal}`, {
      method: "POST",
      headers: { "content-type": "application/x-protobuf", "api-key": token },
      body,
    }).catch(() => undefined);
    await answer?.arrayBuffer().catch(() => undefined);
    if (answer?.ok) return;
    await pause(100);
  }
  throw new Error("a part was not taken within a minute");
}

function comparedWithOneProcess(promise: string, spread: Omit<Spread, "perSecond">): Row {
  return {
    promise,
    async run({ seed, seconds, log }) {
      const all = recordedParts(seed);
      const parts = seconds >= 60 ? all : all.slice(0, 400);
      const perSecond = Math.ceil(parts.length / Math.max(15, Math.min(seconds, 60)));
      const one = await sightAfter(parts, { replicas: 1, perSecond });
      const several = await sightAfter(parts, { ...spread, perSecond });
      const facts = ({ datapoints, listedTwice, costUsd, withoutOutput, occurrences, issues }: Sight) =>
        JSON.stringify({ datapoints, listedTwice, costUsd, withoutOutput, occurrences, issues: issues.length });
      log(`one process ${facts(one)}`);
      log(`replicas    ${facts(several)}`);
      const passed = one.datapoints > 0 && JSON.stringify(one) === JSON.stringify(several);
      return { passed, metrics: { parts: parts.length, one: facts(one), several: facts(several) } };
    },
  };
}

async function rollingRestarts(cluster: Cluster, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    for (const replica of cluster.replicas) {
      await pause(2000);
      if (isOver()) break;
      await replica.end("SIGTERM");
      await replica.start();
    }
  }
}

/** R4.4, R4.5: a monitor is removed between two parts of a trace, of which the second corrects the first. */
function monitorGoesAway(how: "disabled" | "deleted"): Row {
  return {
    promise: `a monitor that is ${how} between two parts of a trace leaves no finding without its datapoint and no open issue`,
    async run({ seed }) {
      await using cluster = await openCluster({ replicas: 2 });
      const api = apiOf(cluster);
      const checks = [{ check: "empty_output", options: {} }];
      const made = (await api.post("/monitors", { name: "Lab", condition: "", checks })) as { id: string };
      await pause(3000);
      const exporter = httpExporter(() => cluster.url, { token: cluster.token });
      let visibleFirst = 0;
      for (let number = 0; number < 4; number++) {
        const { early } = callInTwoParts(seed, number);
        await exporter.send(bodiesOf([early], 1)[0]!);
        visibleFirst += (await visibleAfter(cluster, early, 30_000)) === undefined ? 0 : 1;
        if (number === 0) {
          await eventually(
            () => findingsOf(cluster),
            (found) => found > 0,
            30,
          );
        }
        if (number === 3) {
          await (how === "deleted"
            ? api.delete(`/monitors/${made.id}`)
            : api.patch(`/monitors/${made.id}`, { enabled: false }));
          // Replicas reload monitors every few seconds.
          await pause(12_000);
          for (let part = 0; part < 4; part++) await exporter.send(bodiesOf([callInTwoParts(seed, part).late], 1)[0]!);
          for (let part = 0; part < 4; part++) await visibleAfter(cluster, callInTwoParts(seed, part).late, 30_000);
        }
      }
      await eventually(
        () => danglingOf(cluster),
        ({ issues, findings }) => issues + findings === 0,
        60,
      );
      const dangling = await danglingOf(cluster);
      return {
        passed: visibleFirst === 4 && dangling.findings + dangling.issues === 0,
        metrics: { begun: visibleFirst, orphanFindings: dangling.findings, openIssues: dangling.issues },
      };
    },
  };
}

/** First the call alone, without output; then its parent, the same call completed by another span around it. */
function callInTwoParts(seed: number, number: number): { readonly early: Span; readonly late: Span } {
  const name = `${seed}-two-${number}`;
  const whole = inTrace(shortCall(seed, 10_000 + number), name);
  const { spanId } = inTrace(shortCall(seed, 20_000 + number), name);
  const outer: Span = { ...whole, spanId };
  const without = new Map([...whole.attributes].filter(([key]) => key !== "gen_ai.output.messages"));
  return { early: { ...whole, attributes: without, parentSpanId: outer.spanId }, late: outer };
}

const liveFindings = `SELECT datapoint_id FROM findings FINAL WHERE is_deleted = 0 AND check = 'empty_output'`;

const findingsOf = async ({ engine }: Cluster): Promise<number> => (await engine.ask(liveFindings)).length;

async function danglingOf(cluster: Cluster) {
  const rows = await exported(cluster);
  const stored = new Set(rows.map(({ id }) => id));
  const findings = await cluster.engine.ask(liveFindings);
  const open = (await issuesOf(cluster)).filter(({ check, state }) => check === "empty_output" && state === "open");
  return {
    findings: findings.filter(([id]) => !stored.has(String(id))).length,
    // Every call was corrected by its second part.
    issues: open.length,
  };
}

export const severalProcesses: Readonly<Record<string, Row>> = {
  "R4.1": comparedWithOneProcess(
    "recorded traces, span by span over three replicas round robin, end as in one process",
    { replicas: 3 },
  ),
  "R4.2": comparedWithOneProcess("the same over two replicas with rolling restarts ends as in one process", {
    replicas: 2,
    meanwhile: rollingRestarts,
  }),
  "R4.3": comparedWithOneProcess("the same with the clock of one of two replicas 120 s behind ends as in one process", {
    replicas: 2,
    prepare: ({ replicas }) => replicas[1]?.setClock(-120_000),
  }),
  "R4.4": monitorGoesAway("disabled"),
  "R4.5": monitorGoesAway("deleted"),
};
