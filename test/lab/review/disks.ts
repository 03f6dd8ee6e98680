import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../../support/service/folder.ts";
import { startService, testToken } from "../../support/service/service.ts";
import { openCluster } from "../cluster/cluster.ts";
import { httpExporter } from "../cluster/exporter.ts";
import { countOf, isClean, newSentLedger, reconcile, sendContinuously, sendTo } from "../cluster/load.ts";
import { mountSmallDisk } from "../cluster/small-disk.ts";
import { bodiesOf, shortCall } from "../cluster/texts.ts";
import { visibleAfter } from "../cluster/visible.ts";
import { pause, post } from "../ledger.ts";
import type { Row } from "../row.ts";

const bodyOf = (run: number, number: number) => bodiesOf([shortCall(run, number)], 1)[0]!;

async function statusOf(url: string, path: string): Promise<number> {
  const answer = await fetch(`${url}${path}`, {
    headers: { "api-key": testToken },
    signal: AbortSignal.timeout(10_000),
  }).catch(() => undefined);
  await answer?.body?.cancel().catch(() => undefined);
  return answer?.status ?? 0;
}

/** R3.3 */
export const journalFolderAway: Row = {
  promise: "while the journal's folder is missing clients get 503, and Gaffe accepts again once it is back",
  async run({ seed }) {
    using folder = temporaryFolder();
    const service = await startService({ folder: folder.path, env: { GAFFE_SHUTDOWN_SECONDS: "5" } });
    const { url, token } = service;
    const before = await post(url, bodyOf(seed, 0), token);
    renameSync(join(folder.path, "journal"), join(folder.path, "journal-away"));
    const during: string[] = [];
    for (let number = 1; number < 6; number++) during.push(await post(url, bodyOf(seed, number), token));
    const readyDuring = await statusOf(url, "/readyz");
    if (existsSync(join(folder.path, "journal"))) spawnSync("rm", ["-rf", join(folder.path, "journal")]);
    renameSync(join(folder.path, "journal-away"), join(folder.path, "journal"));
    let after = "";
    for (let attempt = 0; attempt < 40 && after !== "200"; attempt++) {
      after = await post(url, bodyOf(seed, 10), token);
      if (after !== "200") await pause(500);
    }
    const visibleMs = after === "200" ? ((await visibleAfter(service, shortCall(seed, 10), 30_000)) ?? -1) : -1;
    const stopMs = await stopMsOf(service);
    const metrics = { before, during: during.join(" "), readyDuring, after, visibleMs, stopMs };
    const isRefusedRightly = during.every((status) => status === "503" || status === "200");
    return { passed: isRefusedRightly && after === "200" && visibleMs >= 0 && stopMs >= 0, metrics };
  },
};

/** R3.5 */
export const stopWithDeadJournal: Row = {
  promise: "SIGTERM ends the process in its grace time although its journal is gone",
  async run({ seed }) {
    using folder = temporaryFolder();
    const service = await startService({ folder: folder.path, env: { GAFFE_SHUTDOWN_SECONDS: "5" } });
    await post(service.url, bodyOf(seed, 0), service.token);
    renameSync(join(folder.path, "journal"), join(folder.path, "journal-away"));
    const status = await post(service.url, bodyOf(seed, 1), service.token);
    const stopMs = await stopMsOf(service);
    return { passed: stopMs >= 0, metrics: { status, stopMs } };
  },
};

/** Returns the milliseconds from SIGTERM to the end; -1 if it has to be killed after 30 s. */
async function stopMsOf(service: Awaited<ReturnType<typeof startService>>): Promise<number> {
  const from = performance.now();
  const ended = await Promise.race([service.kill("SIGTERM").then(() => true), pause(30_000).then(() => false)]);
  if (ended) return Math.round(performance.now() - from);
  await service.kill("SIGKILL");
  return -1;
}

/** R3.4 */
export const healthWhileEngineStopped: Row = {
  promise: "/api/v1/health answers within 10 s while ClickHouse is stopped, and /readyz stays 200",
  async run({ seed }) {
    await using cluster = await openCluster({ replicas: 1 });
    await post(cluster.url, bodyOf(seed, 0), cluster.token);
    cluster.engine.signal("SIGSTOP");
    await pause(1000);
    const from = performance.now();
    const health = await statusOf(cluster.url, "/api/v1/health");
    const healthMs = Math.round(performance.now() - from);
    const ready = await statusOf(cluster.url, "/readyz");
    const ack = await post(cluster.url, bodyOf(seed, 1), cluster.token);
    cluster.engine.signal("SIGCONT");
    return { passed: health === 200 && ready === 200 && ack === "200", metrics: { health, healthMs, ready, ack } };
  },
};

/** R3.6 */
export const fullDiskUnderLoad: Row = {
  promise:
    "while the disk is full clients get 503, /readyz reports it and reads work; everything recovers without a restart",
  async run({ seed, seconds, log }) {
    using folder = temporaryFolder();
    using disk = mountSmallDisk(folder.path, 48);
    if (!disk) return { passed: true, metrics: { skipped: "this process may not mount a tmpfs" } };
    await using cluster = await openCluster({ replicas: 1, folder: folder.path });
    const ledger = newSentLedger();
    const ends = Date.now() + Math.max(20, seconds) * 1000;
    const exporter = httpExporter(() => cluster.url, {
      token: cluster.token,
      isOver: () => Date.now() > ends + 60_000,
    });
    let number = 0;
    const next = () => Array.from({ length: 20 }, () => shortCall(seed, number++));
    const sending = [1, 2].map(() =>
      sendContinuously(ledger, exporter, { next, isOver: () => Date.now() > ends, pauseMs: 30 }),
    );
    await pause(2000);
    disk.fill();
    let [ready, read] = [200, 0];
    const fullUntil = Date.now() + 10_000;
    while (Date.now() < fullUntil) {
      const seen = await statusOf(cluster.url, "/readyz");
      if (seen !== 200) ready = seen;
      read = await statusOf(cluster.url, "/api/v1/datapoints");
      await pause(300);
    }
    disk.free();
    await Promise.all(sending);
    log("free again, and all senders are done");
    const reconciled = await reconcile(cluster, ledger, 60_000);
    const answers = JSON.stringify(Object.fromEntries(exporter.answers));
    log(answers);
    const dropped = countOf(ledger.dropped);
    const isRefused = (exporter.answers.get("503") ?? 0) > 0;
    const passed = isClean(reconciled) && dropped === 0 && isRefused && ready === 503 && read === 200;
    return { passed, metrics: { ...reconciled, dropped, readyWhileFull: ready, readWhileFull: read, answers } };
  },
};

const slowSync = `
#define _GNU_SOURCE
#include <dlfcn.h>
#include <unistd.h>
#include <sys/mman.h>
static int late(const char *name, int fd) {
  int (*real)(int) = (int (*)(int))dlsym(RTLD_NEXT, name);
  usleep(100000);
  return real(fd);
}
int fsync(int fd) { return late("fsync", fd); }
int fdatasync(int fd) { return late("fdatasync", fd); }
int msync(void *at, size_t length, int flags) {
  int (*real)(void *, size_t, int) = (int (*)(void *, size_t, int))dlsym(RTLD_NEXT, "msync");
  usleep(100000);
  return real(at, length, flags);
}
`;

/** R3.7: a preloaded library delays each fsync by 100 ms. */
export const slowDisk: Row = {
  promise: "with a disk that takes 100 ms for an fsync everything acknowledged is stored, and no request is rejected",
  async run({ seed, seconds }) {
    using folder = temporaryFolder();
    const [source, library] = [join(folder.path, "slow.c"), join(folder.path, "slow.so")];
    writeFileSync(source, slowSync);
    const made = spawnSync("cc", ["-shared", "-fPIC", "-o", library, source, "-ldl"]);
    if (made.status !== 0) return { passed: true, metrics: { skipped: "no C compiler is installed" } };
    mkdirSync(join(folder.path, "data"));
    await using cluster = await openCluster({
      replicas: 1,
      folder: join(folder.path, "data"),
      env: { LD_PRELOAD: library },
    });
    const ledger = newSentLedger();
    const ends = Date.now() + Math.max(10, seconds) * 1000;
    const exporter = httpExporter(() => cluster.url, {
      token: cluster.token,
      isOver: () => Date.now() > ends + 60_000,
    });
    let number = 0;
    const next = () => Array.from({ length: 10 }, () => shortCall(seed, number++));
    const from = Date.now();
    const ack = await sendTo(ledger, exporter, next());
    const ackMs = Date.now() - from;
    await Promise.all(
      [1, 2, 3].map(() => sendContinuously(ledger, exporter, { next, isOver: () => Date.now() > ends, pauseMs: 20 })),
    );
    const reconciled = await reconcile(cluster, ledger, 60_000);
    const answers = JSON.stringify(Object.fromEntries(exporter.answers));
    return {
      passed: ack && isClean(reconciled) && countOf(ledger.dropped) === 0,
      metrics: { ...reconciled, ackMs, answers },
    };
  },
};

/** R3.8 */
export const startsWhileDatabaseIsAway: Row = {
  promise: "a start waits for PostgreSQL, logs it, and continues when it is back",
  async run({ seed }) {
    await using cluster = await openCluster({ replicas: 1, restarts: false });
    const [replica] = cluster.replicas;
    if (!replica) throw new Error("no replica is running");
    await replica.end("SIGTERM");
    await cluster.database.stop("SIGINT");
    const starting = replica.start();
    await pause(8000);
    const isAlive = replica.service !== undefined;
    await cluster.database.start();
    await starting;
    let status = 0;
    for (let attempt = 0; attempt < 60 && status !== 200 && replica.service; attempt++) {
      status = await statusOf(replica.url, "/readyz");
      await pause(500);
    }
    const postStatus = await post(replica.url, bodyOf(seed, 0), cluster.token);
    return {
      passed: isAlive && status === 200 && postStatus === "200",
      metrics: { waited: String(isAlive), ready: status, taken: postStatus },
    };
  },
};
