import { apiOf } from "../../support/service/service-api.ts";
import type { Cluster, Replica } from "../cluster/cluster.ts";
import type { SmallDisk } from "../cluster/small-disk.ts";
import type { ApiTarget } from "../cluster/visible.ts";
import { pause } from "../ledger.ts";
import { churnModel } from "./traffic.ts";

export interface FaultContext {
  readonly cluster: Cluster;
  readonly chance: () => number;
  /** Project whose monitor is repeatedly created and deleted. */
  readonly churned: ApiTarget;
  /** Disk of the first replica; undefined if none could be mounted. */
  readonly disk: SmallDisk | undefined;
}

export interface Fault {
  readonly name: string;
  /** Resolves when the faulty component works again. Logs its steps for the timeline. */
  readonly run: (context: FaultContext, log: (what: string) => void) => Promise<void>;
}

const seconds = ({ chance }: FaultContext, least: number, most: number) => 1000 * (least + chance() * (most - least));

const oneOf = <Item>({ chance }: FaultContext, items: readonly Item[]): Item =>
  items[Math.floor(chance() * items.length)]!;

const restartOf =
  (signal: "SIGTERM" | "SIGKILL"): Fault["run"] =>
  async (context, log) => {
    const replica: Replica = oneOf(context, context.cluster.replicas);
    const waitMs = seconds(context, 0, 3);
    log(`replica ${replica.index} gets ${signal}`);
    await replica.end(signal);
    await pause(waitMs);
    await replica.start();
  };

const tables = ["datapoints", "payloads", "spans", "verdicts", "findings"] as const;

const codes = [
  { code: 201, name: "QUOTA_EXCEEDED" },
  { code: 164, name: "READONLY" },
  { code: 81, name: "UNKNOWN_DATABASE" },
  { code: 1000, name: "POCO_EXCEPTION" },
] as const;

export const faults: readonly Fault[] = [
  { name: "replica killed", run: restartOf("SIGKILL") },
  { name: "replica restarted", run: restartOf("SIGTERM") },
  {
    name: "engine killed",
    async run({ cluster: { engine } }, log) {
      log("ClickHouse gets SIGKILL");
      engine.signal("SIGKILL");
      await pause(500);
      while (engine.pid() === undefined) await pause(100);
    },
  },
  {
    name: "engine stopped",
    async run(context, log) {
      const { engine } = context.cluster;
      const ms = seconds(context, 3, 10);
      log(`ClickHouse is stopped for ${Math.round(ms / 1000)} s`);
      engine.signal("SIGSTOP");
      await pause(ms);
      engine.signal("SIGCONT");
    },
  },
  {
    name: "table away",
    async run(context, log) {
      const { engine } = context.cluster;
      const table = oneOf(context, tables);
      const ms = seconds(context, 3, 10);
      log(`table ${table} is renamed away for ${Math.round(ms / 1000)} s`);
      await engine.ask(`RENAME TABLE ${table} TO ${table}_away`);
      await pause(ms);
      await engine.ask(`RENAME TABLE ${table}_away TO ${table}`);
    },
  },
  {
    name: "inserts refused",
    async run(context, log) {
      const { engine } = context.cluster;
      const code = oneOf(context, codes);
      const ms = seconds(context, 3, 10);
      log(`every insert is refused with ${code.code} ${code.name} for ${Math.round(ms / 1000)} s`);
      engine.refuseInserts(code);
      await pause(ms);
      engine.refuseInserts(undefined);
    },
  },
  {
    name: "constraint",
    async run(context, log) {
      const { engine } = context.cluster;
      const ms = seconds(context, 4, 12);
      const digit = Math.floor(context.chance() * 10);
      log(`calls with a number that ends in 3${digit} cannot be stored for ${Math.round(ms / 1000)} s`);
      await engine.ask(
        `ALTER TABLE datapoints ADD CONSTRAINT lab CHECK position(input_preview, '3${digit} of run') = 0`,
      );
      await pause(ms);
      await engine.ask("ALTER TABLE datapoints DROP CONSTRAINT IF EXISTS lab");
    },
  },
  {
    name: "PostgreSQL killed",
    async run(context, log) {
      const ms = seconds(context, 1, 8);
      log(`PostgreSQL is killed for ${Math.round(ms / 1000)} s`);
      await context.cluster.database.stop("SIGQUIT");
      await pause(ms);
      await context.cluster.database.start();
    },
  },
  {
    name: "PostgreSQL restarted",
    async run({ cluster: { database } }, log) {
      log("PostgreSQL is restarted in order");
      await database.stop("SIGINT");
      await database.start();
    },
  },
  {
    name: "PostgreSQL silent",
    async run({ cluster: { database } }, log) {
      log("all connections to PostgreSQL go silent; new ones work");
      database.gate.silenceOpen();
      await pause(12_000);
    },
  },
  {
    name: "disk full",
    async run(context, log) {
      if (context.disk === undefined) return log("skipped: this process may not mount a tmpfs");
      const ms = seconds(context, 3, 10);
      log(`the disk of replica 0 is full for ${Math.round(ms / 1000)} s`);
      context.disk.fill();
      await pause(ms);
      context.disk.free();
    },
  },
  {
    name: "clock jump",
    async run(context, log) {
      const replica = oneOf(context, context.cluster.replicas);
      const offset = context.chance() < 0.5 ? -120_000 : 120_000;
      const ms = seconds(context, 4, 12);
      log(`the clock of replica ${replica.index} is ${offset / 1000} s off for ${Math.round(ms / 1000)} s`);
      replica.setClock(offset);
      await pause(ms);
      replica.setClock(0);
    },
  },
  {
    name: "monitor changed",
    async run(context, log) {
      const api = apiOf(context.churned);
      const { items } = (await api.get("/monitors")) as {
        items: readonly { id: string; name: string; enabled: boolean }[];
      };
      const monitor = items.find(({ name }) => name === "Churn");
      if (!monitor) {
        log("the churn monitor is created");
        await api.post("/monitors", churnMonitor);
      } else if (context.chance() < 0.5) {
        log("the churn monitor is deleted");
        await api.delete(`/monitors/${monitor.id}`);
      } else {
        log(`the churn monitor is ${monitor.enabled ? "disabled" : "enabled"}`);
        await api.patch(`/monitors/${monitor.id}`, { enabled: !monitor.enabled });
      }
    },
  },
];

export const churnMonitor = {
  name: "Churn",
  condition: `model:${churnModel}`,
  checks: [{ check: "empty_output", options: {} }],
  notifications: [{ channel: "none", on: ["behavior", "error"], cadence: "immediate" }],
};

export async function heal({ cluster, disk }: FaultContext): Promise<void> {
  const { engine, database, replicas } = cluster;
  disk?.free();
  engine.refuseInserts(undefined);
  engine.signal("SIGCONT");
  while (engine.pid() === undefined) await pause(100);
  await engine.ask("ALTER TABLE datapoints DROP CONSTRAINT IF EXISTS lab").catch(() => undefined);
  for (const table of tables) await engine.ask(`RENAME TABLE ${table}_away TO ${table}`).catch(() => undefined);
  await database.start();
  for (const replica of replicas) {
    replica.setClock(0);
    if (!replica.service) await replica.start();
  }
}
