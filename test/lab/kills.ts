import { freePort } from "../../src/platform/http/free-port.ts";
import { temporaryFolder } from "../support/service/folder.ts";
import { startService, testToken } from "../support/service/service.ts";
import { settle } from "./inspect.ts";
import { load, newLedger, pause, percentile } from "./ledger.ts";
import { type Row, random, verdict } from "./row.ts";

const crashing = new URL("./crashing-service.ts", import.meta.url).pathname;

const steady = { senders: 8, spansPerRequest: 5, pauseMs: 10 };

/** A1: the service is killed at random moments under load and restarted on the same folder. */
export const killService: Row = {
  promise: "a request answered with success survives kill -9 of the service",
  async run({ seed, seconds, log }) {
    using folder = temporaryFolder();
    const chance = random(seed);
    const ledger = newLedger();
    let service = await startService({ folder: folder.path });
    const ends = Date.now() + seconds * 1000;
    const { port, token, url } = service;
    const recoveries: number[] = [];
    const sending = load(ledger, { ...steady, url: () => url, token, run: seed, until: () => Date.now() > ends });
    let kills = 0;
    while (Date.now() < ends || kills === 0) {
      await pause(700 + chance() * 2500);
      await service.kill("SIGKILL");
      kills++;
      const from = Date.now();
      service = await startService({ folder: folder.path, port });
      recoveries.push(Date.now() - from);
    }
    await sending;
    await using last = service;
    log(`${kills} kills, ${ledger.acknowledged.size} acknowledged; waiting for the pipeline to drain`);
    const metrics = { kills, requests: ledger.requests, recoveryP50Ms: percentile(recoveries, 0.5) };
    const findings = await settle(last, ledger);
    if (findings.lost > 0) log(last.output().slice(-3000));
    return verdict(findings, metrics, kills > 0);
  },
};

const stages = [
  "append:before",
  "append:after",
  "save:before",
  "save:after",
  "insert:before",
  "insert:after",
  "raise:before",
  "raise:after",
  "complete:before",
  "complete:after",
] as const;

/**
 * A2: the service kills itself before and after pipeline steps in turn; a short run covers some that the seed
 * chooses.
 */
export const killAtEveryStage: Row = {
  promise: "a crash before or after any pipeline step loses and duplicates nothing",
  async run({ seed, seconds, log }) {
    using folder = temporaryFolder();
    const chance = random(seed);
    const ledger = newLedger();
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const turns = Math.max(4, Math.round(seconds / 2));
    const first = Math.floor(chance() * stages.length);
    let kills = 0;
    let stopped = false;
    const sending = load(ledger, { ...steady, url: () => url, token: testToken, run: seed, until: () => stopped });
    for (let turn = 0; turn < turns; turn++) {
      const stage = stages[(first + turn) % stages.length]!;
      const env = { LAB_CRASH_AT: stage, LAB_CRASH_AFTER: String(1 + Math.floor(chance() * 3)) };
      const service = await startService({ folder: folder.path, port, env, script: crashing, unready: true });
      for (let waited = 0; service.child.signalCode === null && waited < 240_000; waited += 50) await pause(50);
      if (service.child.signalCode === "SIGKILL") kills++;
      else log(`${stage} was not reached:\n${service.output().slice(-500)}`);
      await service.kill();
    }
    await using last = await startService({ folder: folder.path, port });
    stopped = true;
    await sending;
    return verdict(await settle(last, ledger), { kills, stages: stages.length }, kills === turns);
  },
};

/** A3: the ClickHouse child is killed at random moments under load. */
export const killClickHouse: Row = {
  promise: "kill -9 of ClickHouse during inserts leaves every batch whole and single",
  async run({ seed, seconds }) {
    using folder = temporaryFolder();
    const chance = random(seed);
    const ledger = newLedger();
    await using service = await startService({ folder: folder.path });
    const ends = Date.now() + seconds * 1000;
    const { url, token } = service;
    const sending = load(ledger, { ...steady, url: () => url, token, run: seed, until: () => Date.now() > ends });
    let kills = 0;
    while (Date.now() < ends) {
      await pause(1000 + chance() * 2000);
      const pid = service.clickhousePid();
      if (pid === undefined) continue;
      process.kill(pid, "SIGKILL");
      kills++;
    }
    await sending;
    const refused = [...ledger.refusals.values()].reduce((sum, count) => sum + count, 0);
    return verdict(await settle(service, ledger), { kills, refused }, kills > 0 && refused === 0);
  },
};

/** A6: ClickHouse stops responding for most of the run; clients must not notice. */
export const stopClickHouse: Row = {
  promise: "while ClickHouse does not answer all requests are acknowledged, and drained afterwards",
  async run({ seed, seconds, log }) {
    using folder = temporaryFolder();
    const ledger = newLedger();
    await using service = await startService({ folder: folder.path });
    const { url, token } = service;
    const ends = Date.now() + seconds * 1000;
    const sending = load(ledger, { ...steady, url: () => url, token, run: seed, until: () => Date.now() > ends });
    await pause(1500);
    const pid = service.clickhousePid();
    if (pid === undefined) throw new Error("ClickHouse is not running");
    process.kill(pid, "SIGSTOP");
    await sending;
    const behind = ledger.acknowledged.size;
    log(`${behind} acknowledged while it was stopped; resuming`);
    process.kill(pid, "SIGCONT");
    const from = Date.now();
    const findings = await settle(service, ledger);
    const refused = [...ledger.refusals.values()].reduce((sum, count) => sum + count, 0);
    const metrics = { stoppedSeconds: seconds - 1.5, refused, drainSeconds: (Date.now() - from) / 1000 };
    return verdict(findings, { ...metrics, ackP99Ms: percentile(ledger.latenciesMs, 0.99) }, refused === 0);
  },
};
