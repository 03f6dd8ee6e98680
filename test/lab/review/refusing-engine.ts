import { openCluster } from "../cluster/cluster.ts";
import { httpExporter } from "../cluster/exporter.ts";
import { countOf, isClean, newSentLedger, reconcile, sendContinuously, sendTo } from "../cluster/load.ts";
import { newProject } from "../cluster/projects.ts";
import type { Refusal } from "../cluster/served-engine.ts";
import { shortCall } from "../cluster/texts.ts";
import { isVisible, visibleAfter } from "../cluster/visible.ts";
import { pause } from "../ledger.ts";
import type { Row } from "../row.ts";
import { withPrompt } from "../spans.ts";

const timeoutOf = (seconds: number) => Math.max(40, seconds) * 1000;

/** R2.1 */
export const tableAway: Row = {
  promise: "calls acknowledged while a table is renamed away are stored once it is back, without manual steps",
  async run({ seed, seconds, log }) {
    await using cluster = await openCluster({ replicas: 1 });
    const ledger = newSentLedger();
    const exporter = httpExporter(() => cluster.url, cluster);
    const ends = Date.now() + Math.max(20, seconds) * 1000;
    let number = 0;
    const next = () => Array.from({ length: 5 }, () => shortCall(seed, number++));
    const senders = [1, 2].map(() =>
      sendContinuously(ledger, exporter, { next, isOver: () => Date.now() > ends, pauseMs: 40 }),
    );
    await pause(2000);
    await cluster.engine.ask("RENAME TABLE datapoints TO datapoints_away");
    await Promise.all(senders);
    await cluster.engine.ask("RENAME TABLE datapoints_away TO datapoints");
    log(`${ledger.acknowledged.size} acknowledged; the table is back`);
    const from = performance.now();
    const reconciled = await reconcile(cluster, ledger, timeoutOf(seconds));
    const drainSeconds = Math.round((performance.now() - from) / 1000);
    const dropped = countOf(ledger.dropped);
    return { passed: isClean(reconciled) && dropped === 0, metrics: { ...reconciled, dropped, drainSeconds } };
  },
};

const refusals: readonly Refusal[] = [
  { code: 201, name: "QUOTA_EXCEEDED" },
  { code: 164, name: "READONLY" },
  { code: 81, name: "UNKNOWN_DATABASE" },
  { code: 1000, name: "POCO_EXCEPTION" },
  { code: 252, name: "TOO_MANY_PARTS" },
  { code: 987, name: "A_CODE_OF_A_LATER_VERSION" },
];

/** R2.2: original errors of the engine, returned by a proxy in front of it. */
export const everyInsertRefused: Row = {
  promise: "calls acknowledged while the engine rejects every insert, with any code, are stored afterwards",
  async run({ seed, seconds, log }) {
    await using cluster = await openCluster({ replicas: 1 });
    const metrics: Record<string, number | string> = {};
    let passed = true;
    for (const [index, refusal] of refusals.entries()) {
      const ledger = newSentLedger();
      const exporter = httpExporter(() => cluster.url, cluster);
      cluster.engine.refuseInserts(refusal);
      for (let number = 0; number < 200; number += 5)
        await sendTo(
          ledger,
          exporter,
          [0, 1, 2, 3, 4].map((more) => shortCall(seed + index, number + more)),
        );
      await pause(8000);
      const refused = cluster.engine.refusedInserts();
      cluster.engine.refuseInserts(undefined);
      const { lost, altered, duplicated } = await reconcile(cluster, ledger, timeoutOf(seconds));
      log(`${refusal.code} ${refusal.name}: lost ${lost} of ${ledger.acknowledged.size}, inserts refused ${refused}`);
      metrics[`lost${refusal.code}`] = lost;
      passed &&= lost + altered + duplicated === 0 && ledger.acknowledged.size === 200 && refused > 0;
    }
    return { passed, metrics };
  },
};

/** R2.3: a constraint makes one call impossible to store. */
export const onePoisonedCall: Row = {
  promise: "one call that cannot be stored delays a neighbor by at most 2 s, is listed, and is stored once it can be",
  async run({ seed, seconds, log }) {
    await using cluster = await openCluster({ replicas: 1 });
    const neighbour = await newProject(cluster, "Neighbour");
    const exporter = httpExporter(() => cluster.url, cluster);
    const neighbours = httpExporter(() => cluster.url, neighbour);
    const ledger = newSentLedger();
    await sendTo(ledger, exporter, [shortCall(seed, 999_999)]);
    await visibleAfter(cluster, shortCall(seed, 999_999), 30_000);
    await cluster.engine.ask(
      "ALTER TABLE datapoints ADD CONSTRAINT lab CHECK position(input_preview, 'labpoison') = 0",
    );
    const poison = withPrompt(shortCall(seed, 500), "This is labpoison.");
    const calls = Array.from({ length: 1000 }, (_, number) => (number === 500 ? poison : shortCall(seed, number)));
    const delaysFrom = async (first: number, count: number) => {
      const delays: number[] = [];
      for (let number = first; number < first + count && !delays.includes(-1); number++) {
        const span = shortCall(seed + 1, number);
        await sendTo(newSentLedger(), neighbours, [span]);
        delays.push((await visibleAfter(neighbour, span, 30_000)) ?? -1);
      }
      return delays;
    };
    const alone = Math.max(...(await delaysFrom(0, 3)));
    const from = performance.now();
    await sendTo(ledger, exporter, calls);
    const delays = await delaysFrom(100, 10);
    const good = { ...ledger, acknowledged: new Map([...ledger.acknowledged].filter(([id]) => id !== poison.spanId)) };
    const reconciled = await reconcile(cluster, good, timeoutOf(seconds)).catch((thrown: unknown) => {
      log(cluster.output());
      throw thrown;
    });
    const goodSeconds = Math.round((performance.now() - from) / 100) / 10;
    const listed = JSON.stringify(await deadLetters(cluster));
    const isListed = listed.includes(poison.traceId) ? "yes" : "no";
    await cluster.engine.ask("ALTER TABLE datapoints DROP CONSTRAINT lab");
    const replayedMs = (await visibleAfter(cluster, poison, timeoutOf(seconds))) ?? -1;
    const worst = delays.includes(-1) ? -1 : Math.max(...delays);
    const metrics = {
      ...reconciled,
      goodSeconds,
      neighbourAloneMs: alone,
      neighbourWorstMs: worst,
      isListed,
      replayedMs,
    };
    const passed = isClean(reconciled) && worst >= 0 && worst <= alone + 2000 && isListed === "yes" && replayedMs >= 0;
    return { passed: passed && (await isVisible(cluster, poison)), metrics };
  },
};

/** Returns the dead letters in the health endpoint, in any version. */
async function deadLetters({ url, token }: { readonly url: string; readonly token: string }): Promise<unknown> {
  const answers = ["/health", "/dead-letters"].map(async (path) => {
    const answer = await fetch(`${url}/api/v1${path}`, { headers: { "api-key": token } });
    return answer.text();
  });
  return Promise.all(answers);
}
