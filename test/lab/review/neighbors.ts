import { temporaryFolder } from "../../support/service/folder.ts";
import { startService } from "../../support/service/service.ts";
import { httpExporter } from "../cluster/exporter.ts";
import { cpuSeconds, rssAnonMb } from "../cluster/own-memory.ts";
import { newProject } from "../cluster/projects.ts";
import { bodiesOf, shortCall } from "../cluster/texts.ts";
import { type ApiTarget, visibleAfter } from "../cluster/visible.ts";
import { pause, percentile } from "../ledger.ts";
import type { Row } from "../row.ts";

const env = { GAFFE_REQUESTS_PER_MINUTE: "0" };

async function delaysOf(target: Required<ApiTarget>, seed: number, untilMs: number): Promise<readonly number[]> {
  const exporter = httpExporter(() => target.url, target);
  const delays: number[] = [];
  for (let number = 0; Date.now() < untilMs; number++) {
    const span = shortCall(seed, number);
    await exporter.send(bodiesOf([span], 1)[0]!);
    delays.push((await visibleAfter(target, span, 120_000)) ?? 120_000);
  }
  return delays;
}

const summary = (delays: readonly number[]) => ({
  p50: percentile(delays, 0.5),
  max: Math.max(0, ...delays),
  count: delays.length,
});

const floodOfShortCalls: Row = {
  promise: "a project that sends as fast as it can delays another's datapoint by at most 2 s",
  async run({ seed, seconds, log }) {
    using folder = temporaryFolder();
    await using service = await startService({ folder: folder.path, env });
    const flooding = await newProject(service, "Flooding");
    const quiet = await newProject(service, "Quiet");
    await pause(3000);
    const alone = summary(await delaysOf(quiet, seed, Date.now() + 10_000));
    const ends = Date.now() + Math.max(20, seconds) * 1000;
    let sent = 0;
    const exporter = httpExporter(() => flooding.url, flooding);
    const flood = async (sender: number) => {
      while (Date.now() < ends) {
        const base = sender * 10_000_000 + sent;
        const spans = Array.from({ length: 100 }, (_, number) => shortCall(seed + 1, base + number));
        sent += 100;
        await exporter.send(bodiesOf(spans, 100)[0]!);
      }
    };
    const flooded = Promise.all([1, 2, 3, 4].map(flood));
    await pause(2000);
    const withFlood = summary(await delaysOf(quiet, seed + 2, ends));
    await flooded;
    const floodAnswers = JSON.stringify(Object.fromEntries(exporter.answers));
    log(`alone ${JSON.stringify(alone)}, with the flood ${JSON.stringify(withFlood)}`);
    const metrics = {
      aloneP50Ms: alone.p50,
      aloneMaxMs: alone.max,
      withFloodP50Ms: withFlood.p50,
      withFloodMaxMs: withFlood.max,
      floodSpans: sent,
      floodAnswers,
    };
    return { passed: withFlood.count > 0 && withFlood.max <= alone.p50 + 2000, metrics };
  },
};

const manyProjects: Row = {
  promise: "creating the 10,000th project, and a span then, cost what the 10th cost (a short form: the 500th)",
  async run({ seed, seconds, log }) {
    using folder = temporaryFolder();
    await using service = await startService({ folder: folder.path, env });
    const total = seconds >= 300 ? 10_000 : seconds >= 60 ? 2000 : 500;
    const used = () => cpuSeconds(service.child.pid);
    const create = async (from: number, count: number) => {
      const before = used();
      for (let number = from; number < from + count; number++) await newProject(service, `Project ${number}`);
      return ((used() - before) * 1000) / count;
    };
    const spanCost = async (run: number) => {
      const exporter = httpExporter(() => service.url, service);
      await pause(2000);
      const before = used();
      const bodies = bodiesOf(
        Array.from({ length: 4000 }, (_, number) => shortCall(run, number)),
        100,
      );
      for (const body of bodies) await exporter.send(body);
      await visibleAfter(service, shortCall(run, 3999), 60_000);
      await pause(1000);
      return Math.round(((used() - before) * 1_000_000) / 4000);
    };
    await create(0, 20);
    await spanCost(seed + 1);
    const early = await create(20, 50);
    const earlySpanUs = await spanCost(seed + 2);
    for (let at = 70; at < total - 50; at += 500) {
      await create(at, Math.min(500, total - 50 - at));
      log(`${Math.min(at + 500, total - 50)} projects`);
    }
    const late = await create(total - 50, 50);
    const lateSpanUs = await spanCost(seed + 3);
    const metrics = {
      projects: total,
      earlyMsEach: Math.round(early * 10) / 10,
      lateMsEach: Math.round(late * 10) / 10,
      earlySpanUs,
      lateSpanUs,
      ownMb: rssAnonMb(service.child.pid),
    };
    return { passed: late <= early * 1.5 + 5 && lateSpanUs <= earlySpanUs * 1.3 + 50, metrics };
  },
};

export const neighboursRows: Readonly<Record<string, Row>> = { "R5.1": floodOfShortCalls, "R5.2": manyProjects };
