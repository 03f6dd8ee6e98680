import { apiOf, eventually } from "../../support/service/service-api.ts";
import { openCluster } from "../cluster/cluster.ts";
import { grpcExporter, httpExporter } from "../cluster/exporter.ts";
import { countOf, isClean, newSentLedger, reconcile, sendContinuously, sendTo } from "../cluster/load.ts";
import { issuesOf } from "../cluster/projects.ts";
import { shortCall } from "../cluster/texts.ts";
import { visibleAfter } from "../cluster/visible.ts";
import { pause } from "../ledger.ts";
import { type Row, random } from "../row.ts";

const text = (answers: ReadonlyMap<string, number>) => JSON.stringify(Object.fromEntries(answers));

/** R2.4 */
export const databaseAway: Row = {
  promise: "exporters over HTTP and gRPC drop nothing while PostgreSQL is away for 20 s",
  async run({ seed, seconds }) {
    await using cluster = await openCluster({ replicas: 1 });
    const ledger = newSentLedger();
    const ends = Date.now() + Math.max(30, seconds) * 1000;
    const isOver = () => Date.now() > ends + 60_000;
    const options = { token: cluster.token, isOver };
    const http = httpExporter(() => cluster.url, options);
    const grpc = grpcExporter(cluster.grpcPort, options);
    let number = 0;
    const next = () => Array.from({ length: 10 }, () => shortCall(seed, number++));
    const sending = [http, http, grpc].map((exporter) =>
      sendContinuously(ledger, exporter, { next, isOver: () => Date.now() > ends, pauseMs: 50 }),
    );
    await pause(3000);
    await cluster.database.stop("SIGQUIT");
    await pause(20_000);
    await cluster.database.start();
    await Promise.all(sending);
    grpc.close();
    const reconciled = await reconcile(cluster, ledger, 60_000);
    const dropped = countOf(ledger.dropped);
    const deaths = cluster.replicas.reduce((sum, replica) => sum + replica.deaths, 0);
    const metrics = {
      sent: ledger.sent,
      dropped,
      ...reconciled,
      deaths,
      http: text(http.answers),
      grpc: text(grpc.answers),
    };
    return { passed: isClean(reconciled) && dropped === 0 && deaths === 0, metrics };
  },
};

/** R2.5, R2.6: a cost outlier is acknowledged while PostgreSQL is stopped, and Gaffe ends before it is back. */
export function alertAcrossRestart(signal: "SIGTERM" | "SIGKILL"): Row {
  return {
    promise: `an outlier that was acknowledged before ${signal === "SIGTERM" ? "a restart in order" : "kill -9"} opens its issue and sends its email`,
    async run({ seed }) {
      await using cluster = await openCluster({ replicas: 1 });
      const [replica] = cluster.replicas;
      if (!replica) throw new Error("no replica is running");
      const api = apiOf(cluster);
      await api.post("/monitors", { name: "Cost", condition: "", checks: [{ check: "cost_anomaly", options: {} }] });
      const exporter = httpExporter(() => cluster.url, cluster);
      const ledger = newSentLedger();
      await pause(3000);
      const call = (number: number, inputTokens: number) => {
        const span = shortCall(seed, number);
        return { ...span, attributes: new Map([...span.attributes, ["gen_ai.usage.input_tokens", inputTokens]]) };
      };
      for (let number = 0; number < 80; number++) await sendTo(ledger, exporter, [call(number, 400 + (number % 7))]);
      await visibleAfter(cluster, call(79, 0), 30_000);
      await sendTo(ledger, exporter, [call(90, 402)]);
      await cluster.database.stop("SIGQUIT");
      const outlier = call(100, 900_000);
      const isAcknowledged = await sendTo(ledger, exporter, [outlier]);
      await pause(4000);
      await replica.end(signal);
      await cluster.database.start();
      await replica.start();
      const visibleMs = (await visibleAfter(cluster, outlier, 60_000)) ?? -1;
      const issues = await eventually(
        async () => (await issuesOf(cluster)).filter(({ check }) => check === "cost_anomaly"),
        ({ length }) => length > 0,
        40,
      );
      const emails = await eventually(
        () => Promise.resolve(cluster.mail.mails.length),
        (count) => count > 0,
        20,
      );
      const occurrences = issues.reduce((sum, issue) => sum + issue.occurrences, 0);
      const metrics = {
        outlierAcknowledged: String(isAcknowledged),
        visibleMs,
        issues: issues.length,
        occurrences,
        emails,
      };
      return { passed: isAcknowledged && issues.length === 1 && occurrences === 1 && emails === 1, metrics };
    },
  };
}

/** R3.1 */
export const databaseRestartsUnderLoad: Row = {
  promise: "no replica of three ends when PostgreSQL is killed or restarted under load",
  async run({ seed, seconds, log }) {
    await using cluster = await openCluster({ replicas: 3 });
    const chance = random(seed);
    const ledger = newSentLedger();
    const ends = Date.now() + Math.max(30, seconds) * 1000;
    const exporter = httpExporter(() => cluster.url, {
      token: cluster.token,
      isOver: () => Date.now() > ends + 60_000,
    });
    let number = 0;
    const next = () => Array.from({ length: 5 }, () => shortCall(seed, number++));
    const readers = [1, 2, 3, 4].map(() => readContinuously(cluster, () => Date.now() > ends));
    const sending = [1, 2, 3, 4].map(() =>
      sendContinuously(ledger, exporter, { next, isOver: () => Date.now() > ends, pauseMs: 20 }),
    );
    let restarts = 0;
    while (Date.now() < ends) {
      await pause(1500 + chance() * 1500);
      await cluster.database.stop(restarts % 2 === 0 ? "SIGINT" : "SIGQUIT");
      await pause(chance() * 1000);
      await cluster.database.start();
      restarts++;
    }
    await Promise.all([...sending, ...readers]);
    const reconciled = await reconcile(cluster, ledger, 60_000);
    const deaths = cluster.replicas.reduce((sum, replica) => sum + replica.deaths, 0);
    for (const words of cluster.replicas.flatMap((replica) => replica.words).slice(0, 1)) log(words);
    const dropped = countOf(ledger.dropped);
    return {
      passed: isClean(reconciled) && deaths === 0 && dropped === 0,
      metrics: { restarts, deaths, dropped, ...reconciled },
    };
  },
};

/** Sends requests that use the records, so that clients of the pool are checked out when it breaks. */
async function readContinuously(
  { url, token }: { readonly url: string; readonly token: string },
  isOver: () => boolean,
) {
  while (!isOver()) {
    for (const path of ["/issues", "/monitors", "/projects", "/notifications"]) {
      const answer = await fetch(`${url}/api/v1${path}`, { headers: { "api-key": token } }).catch(() => undefined);
      await answer?.body?.cancel().catch(() => undefined);
    }
  }
}

/** R3.2 */
export const databaseSilent: Row = {
  promise: "when all connections to PostgreSQL go silent, as after a failover, Gaffe takes new ones within 10 s",
  async run({ seed, seconds }) {
    await using cluster = await openCluster({ replicas: 1 });
    const exporter = httpExporter(() => cluster.url, { token: cluster.token });
    const ledger = newSentLedger();
    await sendTo(ledger, exporter, [shortCall(seed, 0)]);
    const ends = Date.now() + 3000;
    const busy = Array.from({ length: 30 }, () => readContinuously(cluster, () => Date.now() > ends));
    await pause(2000);
    cluster.database.gate.silenceOpen();
    const from = performance.now();
    const listMs = await answersAfter(`${cluster.url}/api/v1/monitors`, cluster.token, Math.max(45, seconds) * 1000);
    const readyMs = await answersAfter(`${cluster.url}/readyz`, cluster.token, 10_000);
    const acknowledged = await Promise.race([
      sendTo(ledger, exporter, [shortCall(seed, 1)]),
      pause(30_000).then(() => false),
    ]);
    const span = shortCall(seed, 1);
    const visibleMs = (await visibleAfter(cluster, span, 20_000)) ?? -1;
    const totalMs = Math.round(performance.now() - from);
    cluster.database.gate.reset();
    await Promise.all(busy);
    const metrics = { listMs, readyMs, acknowledged: String(acknowledged), visibleMs, totalMs };
    return { passed: listMs >= 0 && listMs <= 15_000 && readyMs >= 0 && acknowledged && visibleMs >= 0, metrics };
  },
};

/** Returns the milliseconds until a path responds with 200; -1 on timeout. */
async function answersAfter(url: string, token: string, withinMs: number): Promise<number> {
  const from = performance.now();
  while (performance.now() - from < withinMs) {
    const answer = await fetch(url, { headers: { "api-key": token }, signal: AbortSignal.timeout(15_000) }).catch(
      () => undefined,
    );
    await answer?.body?.cancel().catch(() => undefined);
    if (answer?.ok) return Math.round(performance.now() - from);
    await pause(200);
  }
  return -1;
}
