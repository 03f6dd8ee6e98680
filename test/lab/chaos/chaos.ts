import { join } from "node:path";
import { temporaryFolder } from "../../support/service/folder.ts";
import { apiOf } from "../../support/service/service-api.ts";
import { type Cluster, openCluster } from "../cluster/cluster.ts";
import { type Exporter, grpcExporter, httpExporter } from "../cluster/exporter.ts";
import { watchMemory } from "../cluster/own-memory.ts";
import { newProject } from "../cluster/projects.ts";
import { mountSmallDisk } from "../cluster/small-disk.ts";
import type { ApiTarget } from "../cluster/visible.ts";
import { startAttacker } from "../hostile/attacker.ts";
import type { AttackName } from "../hostile/attacks.ts";
import { addPoison, poisonName } from "../hostile/poison.ts";
import { pause } from "../ledger.ts";
import { type Row, random } from "../row.ts";
import { churnMonitor, type FaultContext, faults, heal } from "./faults.ts";
import {
  drained,
  emailsOf,
  type FaultWindow,
  isRight,
  type ProjectSight,
  sightOfChurn,
  sightOfProject,
} from "./model.ts";
import { flood, newProjectLedger, type ProjectLedger, probe, sendChurn, sendTraces } from "./traffic.ts";

/**
 * Three replicas behind nginx round robin under a seeded schedule of faults, compared with a model of the traffic.
 */
export const chaos: Row = {
  promise:
    "under any fault, next to attackers of every kind: sent = stored + rejected, nothing lost, doubled or altered, occurrences and emails as computed",
  async run({ seed, seconds, log }) {
    using folder = temporaryFolder();
    using disk = mountSmallDisk(join(folder.path, "replica-0"), 400);
    await using cluster = await openCluster({ replicas: 3, folder: folder.path });
    const memories = cluster.replicas.map((replica) => watchMemory(() => replica.service?.child.pid));
    const chance = random(seed);
    const attackers = await startAttackers(cluster);
    const from = Date.now();
    const ends = from + seconds * 1000;
    let isHealed = false;
    const isOver = () => Date.now() > ends;
    const options = (token: string) => ({ token, isOver: () => isHealed && Date.now() > ends + 180_000 });
    const http = (token: string) => httpExporter(() => cluster.url, options(token));
    const projects: ProjectLedger[] = [];
    for (const name of ["Good 1", "Good 2", "Good 3", "Churn", "Flood"])
      projects.push(newProjectLedger(name, await newProject(cluster, name)));
    const [, , , churned, flooding] = projects;
    if (!churned || !flooding) throw new Error("a project is missing");
    await leaveOnlyChurn(churned.target);
    const exporters: Exporter[] = [];
    const progress = () => Math.min(1, (Date.now() - from) / (seconds * 1000));
    const sending = (ledger: ProjectLedger, index: number, exporter = http(ledger.target.token)) => {
      exporters.push(exporter);
      return { ledger, exporter, seed: seed + 1000 * (index + 1), isOver, endsAt: ends, progress };
    };
    const traffic: Promise<void>[] = [];
    for (const [index, ledger] of projects.slice(0, 3).entries()) {
      const grpc = index === 0 ? grpcExporter(cluster.grpcPort, options(ledger.target.token)) : undefined;
      traffic.push(
        sendTraces(sending(ledger, index), 1),
        sendTraces(sending(ledger, index, grpc), 2),
        probe(sending(ledger, index)),
      );
    }
    traffic.push(sendChurn(sending(churned, 3)));
    for (const sender of [1, 2]) traffic.push(flood(sending(flooding, 4), sender));
    traffic.push(probe(sending(flooding, 5)));

    const context: FaultContext = { cluster, chance, churned: churned.target, disk };
    const windows = await runFaults(context, { from, ends, log });
    const outcomes = await Promise.all(attackers.map((attacker) => attacker.end()));
    log(`attackers: ${JSON.stringify(outcomes)}`);
    await heal(context);
    isHealed = true;
    const healedAt = Date.now();
    log(`+${since(from)} healed; waiting for the clients and the backlog`);
    await Promise.all(traffic);
    for (const exporter of exporters) exporter.close();
    await drained(cluster, projects, 120_000);
    const drainSeconds = Math.round((Date.now() - healedAt) / 1000);
    const sights: ProjectSight[] = [];
    for (const ledger of projects) {
      const sight = await sightOfProject(cluster, ledger, windows, from);
      sights.push(sight);
      log(JSON.stringify(sight));
    }
    const churn = await sightOfChurn(cluster, churned.target);
    const mails = cluster.mail.mails.map(({ mail }) => mail).filter(({ subject }) => !subject?.includes(poisonName));
    const emails = emailsOf(mails);
    const deaths = cluster.replicas.reduce((sum, replica) => sum + replica.deaths, 0);
    for (const words of cluster.replicas.flatMap((replica) => replica.words)) log(`died: ${words.slice(-400)}`);
    for (const memory of memories) memory[Symbol.dispose]();
    const total = (of: "sent" | "lost" | "duplicated" | "altered" | "dropped" | "cut" | "stored" | "rejected") =>
      sights.reduce((sum, sight) => sum + sight[of], 0);
    const expectedEmails = projects.reduce((sum, { failures }) => sum + failures.size, 0);
    const metrics = {
      faults: windows.length,
      sent: total("sent"),
      stored: total("stored"),
      rejected: total("rejected"),
      dropped: total("dropped"),
      cut: total("cut"),
      lost: total("lost"),
      duplicated: total("duplicated"),
      altered: total("altered"),
      occurrencesRight: sights.every((sight) => sight.occurrences === sight.expectedOccurrences) ? "yes" : "no",
      emails: emails.issues,
      expectedEmails,
      repeatedEmails: emails.repeated,
      orphanFindings: churn.findings,
      danglingIssues: churn.issues,
      deaths,
      drainSeconds,
      worstDelayMs: Math.max(...sights.map((sight) => sight.worstMs)),
      worstOutsideFaultsMs: Math.max(...sights.map((sight) => sight.worstOutsideFaultsMs)),
      peakOwnMb: memories.map((memory) => memory.peakMb()).join(" "),
    };
    const areEmailsRight = emails.issues === expectedEmails && !emails.isRepeatedTwice;
    if (!areEmailsRight) for (const { messageId, subject } of mails) log(`email: ${messageId} ${subject}`);
    const isSame = areEmailsRight && churn.findings + churn.issues === 0;
    return { passed: sights.every(isRight) && isSame && deaths === 0, metrics };
  },
};

/**
 * Starts attackers of every kind, shared out over the replicas. They reach them directly: behind nginx they would share
 * its address with the good senders.
 */
async function startAttackers(cluster: Cluster) {
  const target = await newProject(cluster, "Hostile");
  // Hostile texts would open issues of the default monitors, and cause emails.
  await removeMonitors(target);
  const { token } = await addPoison(target);
  const shares: readonly (readonly AttackName[])[] = [
    ["streams", "bodies"],
    ["tokens", "depth", "streams"],
    ["bombs", "poison"],
  ];
  const attackers = cluster.replicas.map(({ url, grpcPort }, index) =>
    startAttacker(shares[index % shares.length] ?? [], { httpPort: Number(new URL(url).port), grpcPort, token }),
  );
  await Promise.all(attackers.map((attacker) => attacker.start()));
  return attackers;
}

/** Removes the default monitors of the project, whose issues would open and close with its calls in two parts. */
async function leaveOnlyChurn(target: ApiTarget): Promise<void> {
  await removeMonitors(target);
  await apiOf(target).post("/monitors", churnMonitor);
}

async function removeMonitors(target: ApiTarget): Promise<void> {
  const api = apiOf(target);
  const { items } = (await api.get("/monitors")) as { items: readonly { id: string }[] };
  for (const { id } of items) await api.delete(`/monitors/${id}`);
}

const since = (from: number) => `${((Date.now() - from) / 1000).toFixed(1).padStart(6, "0")} s`;

interface Schedule {
  readonly from: number;
  readonly ends: number;
  readonly log: (line: string) => void;
}

/**
 * Runs each kind of fault in turn, in an order that the seed chooses anew for each round; sometimes two together.
 */
async function runFaults(context: FaultContext, { from, ends, log }: Schedule): Promise<readonly FaultWindow[]> {
  const windows: FaultWindow[] = [];
  let waiting: (typeof faults)[number][] = [];
  const take = () => {
    if (waiting.length === 0) waiting = [...faults];
    return waiting.splice(Math.floor(context.chance() * waiting.length), 1)[0]!;
  };
  const run = async (fault: (typeof faults)[number]) => {
    const startedAt = Date.now();
    try {
      await fault.run(context, (what) => log(`+${since(from)} ${fault.name}: ${what}`));
    } catch (thrown) {
      log(`+${since(from)} ${fault.name}: not possible now: ${String(thrown).split("\n")[0]?.slice(0, 150)}`);
    }
    windows.push({ name: fault.name, startedAt, endedAt: Date.now() });
    log(`+${since(from)} ${fault.name}: over after ${((Date.now() - startedAt) / 1000).toFixed(1)} s`);
  };
  await pause(3000);
  while (Date.now() < ends - 5000) {
    const isPair = context.chance() < 0.25;
    await Promise.all(isPair ? [run(take()), run(take())] : [run(take())]);
    await pause(1000 + context.chance() * 5000);
  }
  await pause(Math.max(0, ends - Date.now()));
  return windows;
}
