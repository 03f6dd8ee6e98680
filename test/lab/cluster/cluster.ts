import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "../../../src/platform/http/free-port.ts";
import { startMailServer } from "../../support/receivers/mail-server.ts";
import { temporaryFolder } from "../../support/service/folder.ts";
import { type Service, startService, testToken } from "../../support/service/service.ts";
import { startDatabaseServer } from "./database-server.ts";
import { startRoundRobin } from "./round-robin.ts";
import { startServedEngine } from "./served-engine.ts";

const clock = new URL("./shifted-clock.ts", import.meta.url).href;

export interface ClusterOptions {
  readonly replicas: number;
  readonly env?: Readonly<Record<string, string>>;
  /** Whether a replica that ends unexpectedly is restarted after a second, as containers are. Default: yes. */
  readonly restarts?: boolean;
  /** Parent of the replicas' folders; default: a temporary folder. */
  readonly folder?: string;
}

export interface Replica {
  readonly index: number;
  readonly folder: string;
  readonly url: string;
  readonly grpcPort: number;
  /** Undefined while it is stopped. */
  service: Service | undefined;
  deaths: number;
  /** The last output before each unexpected end. */
  readonly words: string[];
  start(): Promise<Service>;
  end(signal: "SIGTERM" | "SIGKILL"): Promise<void>;
  /** Sets the clock offset from now on. */
  setClock(offsetMs: number): void;
}

export type Cluster = Awaited<ReturnType<typeof openCluster>>;

/** Opens replicas behind nginx round robin, with PostgreSQL, one shared ClickHouse and a mail server. */
export async function openCluster({ replicas: count, env = {}, restarts = true, folder }: ClusterOptions) {
  await using stack = new AsyncDisposableStack();
  const root = folder ?? stack.use(temporaryFolder()).path;
  const [engine, database, mail] = await Promise.all([startServedEngine(), startDatabaseServer(), startMailServer()]);
  stack.use(mail);
  stack.use(database);
  stack.use(engine);
  const ports = await Promise.all(
    Array.from({ length: count }, async () => [await freePort(), await freePort()] as const),
  );
  const front = stack.use(
    await startRoundRobin({ http: ports.map(([http]) => http), grpc: ports.map(([, grpc]) => grpc) }),
  );
  const replicas = ports.map(([port, grpc], index) =>
    replicaOf({
      index,
      restarts,
      port,
      grpc,
      folder: join(root, `replica-${index}`),
      env: {
        CLICKHOUSE_URL: engine.url,
        DATABASE_URL: database.url,
        GAFFE_SECRET_KEY: "k".repeat(40),
        GAFFE_PUBLIC_URL: front.url,
        GAFFE_INIT_EMAIL: "ann@example.org",
        GAFFE_INIT_PASSWORD: "correct horse battery",
        GAFFE_REQUESTS_PER_MINUTE: "0",
        SMTP_URL: mail.url,
        ...env,
      },
    }),
  );
  stack.defer(async () => void (await Promise.all(replicas.map((replica) => replica.end("SIGKILL")))));
  await Promise.all(replicas.map((replica) => replica.start()));
  const owned = stack.move();
  return {
    /** Output of the replicas, for a failure's report. */
    output: () => replicas.map(({ service }) => service?.output().slice(-1500) ?? "ended").join("\n"),
    url: front.url,
    grpcPort: front.grpcPort,
    token: testToken,
    engine,
    database,
    mail,
    replicas,
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

interface ReplicaOptions {
  readonly index: number;
  readonly restarts: boolean;
  readonly port: number;
  readonly grpc: number;
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
}

function replicaOf({ index, restarts, port, grpc, folder, env }: ReplicaOptions): Replica {
  const clockFile = `${folder}.clock`;
  const expected = new WeakSet<Service>();
  let restart: NodeJS.Timeout | undefined;
  let starting: Promise<Service> | undefined;
  mkdirSync(folder, { recursive: true });
  writeFileSync(clockFile, "0");
  const started = {
    GAFFE_GRPC_PORT: String(grpc),
    LAB_CLOCK_FILE: clockFile,
    NODE_OPTIONS: `--import=${clock}`,
    ...env,
  };
  const replica: Replica = {
    index,
    folder,
    url: `http://127.0.0.1:${port}`,
    grpcPort: grpc,
    service: undefined,
    deaths: 0,
    words: [],
    start() {
      clearTimeout(restart);
      starting ??= startOnce().finally(() => {
        starting = undefined;
      });
      return starting;
    },
    async end(signal) {
      clearTimeout(restart);
      const { service } = replica;
      if (!service) return;
      expected.add(service);
      // Like container runtimes, but later than their default: the machine may be busy.
      const tooLate = setTimeout(() => void service.kill("SIGKILL"), 60_000);
      await service.kill(signal);
      clearTimeout(tooLate);
    },
    setClock: (offsetMs) => writeFileSync(clockFile, String(offsetMs)),
  };
  return replica;

  async function startOnce(): Promise<Service> {
    if (replica.service) return replica.service;
    const service = await startService({ folder, port, env: started, unready: true });
    replica.service = service;
    service.child.once("exit", () => {
      if (replica.service === service) replica.service = undefined;
      if (expected.has(service)) return;
      replica.deaths++;
      replica.words.push(service.output().slice(-600));
      if (restarts) restart = setTimeout(() => void replica.start(), 1000);
    });
    for (let attempt = 0; attempt < 1200; attempt++) {
      const answer = await fetch(`${replica.url}/readyz`).catch(() => undefined);
      await answer?.body?.cancel();
      if (answer?.ok || replica.service !== service) break;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    return service;
  }
}
