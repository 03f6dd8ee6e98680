import { renameSync } from "node:fs";
import { join } from "node:path";
import { type Cluster, openCluster } from "../cluster/cluster.ts";
import { bodiesOf, shortCall } from "../cluster/texts.ts";
import { pause, post } from "../ledger.ts";
import type { Row } from "../row.ts";

/**
 * Returns what an operator can see: status and body of /readyz and /api/v1/health, and every sample of /metrics.
 */
async function sightOf({ replicas, token }: Cluster): Promise<ReadonlyMap<string, string>> {
  const url = replicas[0]?.url ?? "";
  const get = async (path: string) => {
    const answer = await fetch(`${url}${path}`, {
      headers: { "api-key": token },
      signal: AbortSignal.timeout(10_000),
    }).catch(() => undefined);
    return { status: answer?.status ?? 0, text: (await answer?.text().catch(() => "")) ?? "" };
  };
  const [ready, health, metrics] = await Promise.all(["/readyz", "/api/v1/health", "/metrics"].map(get));
  const seen = new Map<string, string>();
  seen.set("readyz", `${ready?.status} ${ready?.text}`);
  // Words of the health document that indicate a problem, without its numbers of datapoints.
  if (health?.status === 200) {
    const troubles =
      /"(pipeline|engine|records|database|clickhouse|journal|dependencies|problems|late)":("[^"]*"|\{[^}]*\}|\[[^\]]*\])/g;
    seen.set(
      healthWords,
      [...health.text.matchAll(troubles)].map(([words]) => words.replaceAll(/\d+/g, "n")).join(" "),
    );
  }
  for (const line of metrics?.text.split("\n") ?? []) {
    const [name = "", value = ""] = line.split(/ (?=[^ ]+$)/);
    if (
      name.startsWith("gaffe_") &&
      !/http|duration|_bucket|_sum|_count|heap|memory|cpu|_bytes_total|accepted|received/.test(name)
    )
      seen.set(name, value);
  }
  return seen;
}

const healthWords = "health words";

interface Fault {
  readonly name: string;
  readonly begin: (cluster: Cluster) => Promise<unknown>;
  readonly end: (cluster: Cluster) => Promise<unknown>;
}

const journal = (cluster: Cluster) => join(cluster.replicas[0]?.folder ?? "", "journal");

const faults: readonly Fault[] = [
  {
    name: "engine stopped",
    begin: async ({ engine }) => engine.signal("SIGSTOP"),
    end: async ({ engine }) => engine.signal("SIGCONT"),
  },
  {
    name: "table away",
    begin: ({ engine }) => engine.ask("RENAME TABLE datapoints TO datapoints_away"),
    end: ({ engine }) => engine.ask("RENAME TABLE datapoints_away TO datapoints"),
  },
  {
    name: "PostgreSQL away",
    begin: ({ database }) => database.stop("SIGQUIT"),
    end: ({ database }) => database.start(),
  },
  {
    name: "PostgreSQL silent",
    begin: async ({ database: { gate } }) => {
      gate.silenceOpen();
      gate.setMode("silent");
    },
    end: async ({ database: { gate } }) => {
      gate.setMode("open");
      gate.reset();
    },
  },
  {
    name: "one call cannot be stored",
    begin: ({ engine }) =>
      engine.ask("ALTER TABLE datapoints ADD CONSTRAINT lab CHECK position(input_preview, 'run') = 0"),
    end: ({ engine }) => engine.ask("ALTER TABLE datapoints DROP CONSTRAINT lab"),
  },
  {
    name: "journal folder away",
    begin: async (cluster) => renameSync(journal(cluster), `${journal(cluster)}-away`),
    end: async (cluster) => renameSync(`${journal(cluster)}-away`, journal(cluster)),
  },
];

const eachFaultShows: Row = {
  promise: "each fault shows in /readyz, /api/v1/health or /metrics within 30 s",
  async run({ seed, log }) {
    const metrics: Record<string, string> = {};
    for (const [index, fault] of faults.entries()) {
      await using cluster = await openCluster({ replicas: 1 });
      let number = 0;
      const send = async () =>
        void (await post(cluster.url, bodiesOf([shortCall(seed + index, number++)], 1)[0]!, cluster.token));
      for (let attempt = 0; attempt < 5; attempt++) await send();
      await pause(4000);
      const healthy = await sightOf(cluster);
      await send();
      await pause(3000);
      // Values that change without a fault are ignored.
      const noise = new Set(changed(healthy, await sightOf(cluster)));
      await fault.begin(cluster);
      let symptoms: readonly string[] = [];
      for (let attempt = 0; attempt < 10 && symptoms.length === 0; attempt++) {
        for (let calls = 0; calls < 3; calls++) await Promise.race([send(), pause(2000)]);
        await pause(1500);
        symptoms = changed(healthy, await sightOf(cluster)).filter((name) => !noise.has(name) && isTelling(name));
      }
      await fault.end(cluster);
      metrics[fault.name] = symptoms.slice(0, 4).join(", ") || "nothing";
      log(`${fault.name}: ${symptoms.join(", ") || "nothing"}`);
    }
    return { passed: Object.values(metrics).every((shown) => shown !== "nothing"), metrics };
  },
};

const isTelling = (name: string) => !/tokens|cost|datapoints_total|spans_total|loop|seconds_total/.test(name);

const changed = (before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): string[] =>
  [...new Set([...before.keys(), ...after.keys()])].filter(
    // A health endpoint without a response is ignored.
    (name) => (name !== healthWords || after.has(name)) && (before.get(name) ?? "0") !== (after.get(name) ?? "0"),
  );

export const visibleFaults: Readonly<Record<string, Row>> = { "R6.1": eachFaultShows };
