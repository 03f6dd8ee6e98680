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

/** One byte in each of 20 places inside stored texts. */
const flipBytes: Damage = (file, next) => {
  const content = readFileSync(file);
  const places: number[] = [];
  for (let at = content.indexOf("where is"); at >= 0; at = content.indexOf("where is", at + 1)) places.push(at);
  const handle = openSync(file, "r+");
  for (let count = 0; count < 20 && places.length > 0; count++) {
    const [place = 0] = places.splice(Math.floor(next() * places.length), 1);
    writeSync(handle, Buffer.from("W"), 0, 1, place);
  }
  closeSync(handle);
};

/** The newer of LMDB's two first pages, and the older one too. */
const damageMeta: Damage = (file) => {
  const handle = openSync(file, "r+");
  for (const page of [0, 1]) writeSync(handle, Buffer.alloc(120, 0xa5), 0, 120, page * 4096 + 16);
  closeSync(handle);
};

const cutInHalf: Damage = (file) => truncateSync(file, Math.floor(statSync(file).size / 2));

/** R2.7 to R2.9: 200 calls wait in the journal, Gaffe is killed, and the file is damaged before its next start. */
function damagedJournal(name: string, damage: Damage): Row {
  return {
    promise: `a journal with ${name} alters nothing silently: Gaffe starts, says what is lost, and accepts new calls`,
    async run({ seed, say }) {
      await using cluster = await openCluster({ replicas: 1, restarts: false });
      const [replica] = cluster.replicas;
      if (!replica?.service) throw new Error("there is no replica");
      const exporter = httpExporter(() => cluster.url, { token: cluster.token });
      const ledger = newSentLedger();
      cluster.engine.signal("SIGSTOP");
      for (let number = 0; number < 200; number++) await sendTo(ledger, exporter, [shortCall(seed, number)]);
      await replica.end("SIGKILL");
      cluster.engine.signal("SIGCONT");
      damage(join(replica.folder, "journal", "data.mdb"), random(seed));
      const started = await startDamaged(replica);
      const figures = started.isUp ? await figuresAfter(cluster, ledger, seed) : noFigures;
      const { output } = started;
      const isSaid = /damag|corrupt|salvag|checksum|set aside/i.test(output);
      if (!isSaid) say(output.slice(-500));
      const facts = { up: String(started.isUp), endedBy: started.endedBy, said: String(isSaid), ...figures };
      return { passed: started.isUp && figures.altered === 0 && isSaid && figures.newCallMs >= 0, figures: facts };
    },
  };
}

const noFigures = { stored: 0, altered: 0, lost: 200, newCallMs: -1 };

async function figuresAfter(cluster: Awaited<ReturnType<typeof openCluster>>, ledger: SentLedger, seed: number) {
  const next = shortCall(seed, 5000);
  const isTaken = await Promise.race([
    sendTo(
      newSentLedger(),
      httpExporter(() => cluster.url, { token: cluster.token }),
      [next],
    ),
    pause(20_000).then(() => false),
  ]);
  const newCallMs = isTaken ? ((await visibleAfter(cluster, next, 30_000)) ?? -1) : -1;
  const { altered, lost } = await reconcile(cluster, ledger, 10_000);
  return { stored: 200 - lost, altered, lost, newCallMs };
}

/** Tries three starts: what ends by a signal each time never comes up. */
async function startDamaged(replica: Replica) {
  let output = "";
  let endedBy = "";
  for (let tries = 0; tries < 3; tries++) {
    const service = await replica.start();
    for (let waited = 0; waited < 30_000 && replica.service === service; waited += 200) {
      const answer = await fetch(`${replica.url}/readyz`).catch(() => undefined);
      await answer?.body?.cancel();
      // Some need a request or two to fall over.
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
