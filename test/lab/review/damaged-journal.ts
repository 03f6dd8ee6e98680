import { closeSync, openSync, readFileSync, statSync, truncateSync, writeSync } from "node:fs";
import { join } from "node:path";
import { openCluster, type Replica } from "../cluster/cluster.ts";
import { httpExporter } from "../cluster/exporter.ts";
import { newSentLedger, reconcile, type SentLedger, sendTo } from "../cluster/load.ts";
import { shortCall } from "../cluster/texts.ts";
import { visibleAfter } from "../cluster/visible.ts";
import { pause } from "../ledger.ts";
import { type Row, random } from "../row.ts";

type Damage = (file: string, next: () => number) => void;

/** Flips one byte in each of 20 positions inside stored texts. */
const flipBytes: Damage = (file, next) => {
  const content = readFileSync(file);
  const positions: number[] = [];
  for (let at = content.indexOf("where is"); at >= 0; at = content.indexOf("where is", at + 1)) positions.push(at);
  const handle = openSync(file, "r+");
  for (let count = 0; count < 20 && positions.length > 0; count++) {
    const [position = 0] = positions.splice(Math.floor(next() * positions.length), 1);
    writeSync(handle, Buffer.from("W"), 0, 1, position);
  }
  closeSync(handle);
};

/** Damages the newer of LMDB's two first pages, and the older one too. */
const damageMeta: Damage = (file) => {
  const handle = openSync(file, "r+");
  for (const page of [0, 1]) writeSync(handle, Buffer.alloc(120, 0xa5), 0, 120, page * 4096 + 16);
  closeSync(handle);
};

const cutInHalf: Damage = (file) => truncateSync(file, Math.floor(statSync(file).size / 2));

/** R2.7 to R2.9: 200 calls wait in the journal, Gaffe is killed, and the file is damaged before the next start. */
function damagedJournal(name: string, damage: Damage): Row {
  return {
    promise: `a journal with ${name} alters nothing silently: Gaffe starts, reports what is lost, and accepts new calls`,
    async run({ seed, log }) {
      await using cluster = await openCluster({ replicas: 1, restarts: false });
      const [replica] = cluster.replicas;
      if (!replica?.service) throw new Error("no replica is running");
      const exporter = httpExporter(() => cluster.url, { token: cluster.token });
      const ledger = newSentLedger();
      cluster.engine.signal("SIGSTOP");
      for (let number = 0; number < 200; number++) await sendTo(ledger, exporter, [shortCall(seed, number)]);
      await replica.end("SIGKILL");
      cluster.engine.signal("SIGCONT");
      damage(join(replica.folder, "journal", "data.mdb"), random(seed));
      const started = await startDamaged(replica);
      const metrics = started.isUp ? await metricsAfter(cluster, ledger, seed) : noMetrics;
      const { output } = started;
      const isReported = /damag|corrupt|salvag|checksum|set aside/i.test(output);
      if (!isReported) log(output.slice(-500));
      const facts = { up: String(started.isUp), endedBy: started.endedBy, reported: String(isReported), ...metrics };
      return { passed: started.isUp && metrics.altered === 0 && isReported && metrics.newCallMs >= 0, metrics: facts };
    },
  };
}

const noMetrics = { stored: 0, altered: 0, lost: 200, newCallMs: -1 };

async function metricsAfter(cluster: Awaited<ReturnType<typeof openCluster>>, ledger: SentLedger, seed: number) {
  const next = shortCall(seed, 5000);
  const isAcknowledged = await Promise.race([
    sendTo(
      newSentLedger(),
      httpExporter(() => cluster.url, { token: cluster.token }),
      [next],
    ),
    pause(20_000).then(() => false),
  ]);
  const newCallMs = isAcknowledged ? ((await visibleAfter(cluster, next, 30_000)) ?? -1) : -1;
  const { altered, lost } = await reconcile(cluster, ledger, 10_000);
  return { stored: 200 - lost, altered, lost, newCallMs };
}

/** Starts up to three times: a damaged file that crashes Gaffe each time fails the test. */
async function startDamaged(replica: Replica) {
  let output = "";
  let endedBy = "";
  for (let attempt = 0; attempt < 3; attempt++) {
    const service = await replica.start();
    for (let waited = 0; waited < 30_000 && replica.service === service; waited += 200) {
      const answer = await fetch(`${replica.url}/readyz`).catch(() => undefined);
      await answer?.body?.cancel();
      // Some failures need a request or two.
      if (answer && waited > 3000) break;
      await pause(200);
    }
    output += service.output();
    if (replica.service === service) return { isUp: true, output, endedBy };
    endedBy = service.child.signalCode ?? `exit ${service.child.exitCode}`;
  }
  return { isUp: false, output, endedBy };
}

export const damagedRows: Readonly<Record<string, Row>> = {
  "R2.7": damagedJournal("a flipped byte in each of 20 entries", flipBytes),
  "R2.8": damagedJournal("damaged first pages", damageMeta),
  "R2.9": damagedJournal("only its first half", cutInHalf),
};
