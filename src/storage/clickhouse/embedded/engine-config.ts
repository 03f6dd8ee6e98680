import { hash } from "node:crypto";
import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

export interface EngineSettings {
  /** Absolute path; created if missing. */
  readonly folder: string;
  readonly maxMemoryBytes: number;
}

export const engineUser = "gaffe";
export const engineLog = (folder: string) => join(folder, "engine.log");

/**
 * Writes the engine's configuration into its folder, under names unique to this start (another process may use the
 * folder, which only the engine detects), and returns the engine's arguments. The password is stored as a hash.
 */
export async function configureEngine(settings: EngineSettings, password: string, port: number): Promise<string[]> {
  const { folder } = settings;
  const own = join(folder, configFolder(port));
  const [config, users] = [join(own, "config.xml"), join(own, "users.xml")];
  await mkdir(join(folder, "data"), { recursive: true });
  await mkdir(own, { recursive: true });
  await writeFile(users, usersXml(password), { mode: 0o600 });
  await writeFile(config, configXml(settings, users), { mode: 0o600 });
  return [
    "clickhouse",
    `--path=${join(folder, "data")}`,
    `--http_port=${port}`,
    "--listen_host=127.0.0.1",
    `--config-file=${config}`,
    "--log-level=warning",
    `--query=${keepAliveQuery}`,
  ];
}

const configFolder = (port: number) => `config-${port}`;

export async function removeConfig(folder: string, port: number): Promise<void> {
  await rm(join(folder, configFolder(port)), { recursive: true, force: true });
}

/** Removes the configurations of earlier starts: called once the engine holds the folder's lock. */
export async function removeOtherConfigs(folder: string, port: number): Promise<void> {
  for (const name of await readdir(folder)) {
    if (name.startsWith("config-") && name !== configFolder(port))
      await rm(join(folder, name), { recursive: true, force: true });
  }
}

/** Opens the HTTP port, then sleeps forever: the engine lives as long as its query. */
const keepAliveQuery = [
  "SYSTEM START LISTEN HTTP",
  "SELECT sum(sleepEachRow(3)) FROM system.numbers SETTINGS max_block_size = 1, function_sleep_max_microseconds_per_block = 0, max_execution_time = 0",
].join("; ");

/** Caches and pools for a machine of two cores that also runs the service; system log tables do not exist here. */
function configXml({ folder, maxMemoryBytes }: EngineSettings, users: string): string {
  const cache = Math.floor(maxMemoryBytes / 16);
  return element("clickhouse", {
    users_config: users,
    max_server_memory_usage: maxMemoryBytes,
    logger: { level: "warning", log: engineLog(folder), size: "10M", count: 2 },
    mark_cache_size: cache,
    index_mark_cache_size: cache,
    primary_index_cache_size: cache,
    uncompressed_cache_size: 0,
    index_uncompressed_cache_size: 0,
    mmap_cache_size: 100,
    compiled_expression_cache_size: 8_388_608,
    background_pool_size: 2,
    background_merges_mutations_concurrency_ratio: 2,
    background_schedule_pool_size: 8,
    background_schedule_pool_initial_size: 2,
    max_thread_pool_size: 500,
    max_thread_pool_free_size: 8,
    max_concurrent_queries: 64,
    merge_tree: {
      // Merge limits for small machines: no large pre-allocation, and room before inserts are slowed down.
      max_bytes_to_merge_at_max_space_in_pool: 10_737_418_240,
      number_of_free_entries_in_pool_to_execute_mutation: 1,
      number_of_free_entries_in_pool_to_lower_max_size_of_merge: 1,
      parts_to_delay_insert: 1000,
      parts_to_throw_insert: 3000,
      merge_max_block_size_bytes: 4_194_304,
      // Each merge rebuilds the n-grams of texts: half as many merges are worth twice as many small parts.
      merge_selector_base: 10,
    },
  });
}

/**
 * Creates the users. The engine's own session is that of a user without a password. Its quota is used up by the two
 * queries of the start, so another user of this machine who finds the port cannot close it. Neither user may
 * read files, URLs or other servers.
 */
function usersXml(password: string): string {
  const loopback = { ip: "127.0.0.1" };
  return element("clickhouse", {
    profiles: { default: { max_threads: 2, async_insert: 0, log_queries: 0 } },
    quotas: { session: { interval: { duration: longestIntervalSeconds, queries: 2 } } },
    users: {
      default: {
        no_password: "",
        networks: loopback,
        profile: "default",
        quota: "session",
        grants: { query: ["GRANT SYSTEM LISTEN ON *.*", "GRANT SELECT ON system.numbers"] },
      },
      [engineUser]: {
        password_sha256_hex: hash("sha256", password, "hex"),
        networks: loopback,
        profile: "default",
        grants: { query: `GRANT ${serviceRights.join(", ")} ON *.*` },
      },
    },
  });
}

/** The largest that the engine accepts; until 2038. */
const longestIntervalSeconds = 2 ** 31 - 1;

/** Everything except the rights on sources (FILE, URL, S3, REMOTE and others) and on users. */
const serviceRights = [
  "SHOW",
  "SELECT",
  "INSERT",
  "ALTER",
  "CREATE DATABASE",
  "CREATE TABLE",
  "CREATE VIEW",
  "DROP DATABASE",
  "DROP TABLE",
  "DROP VIEW",
  "TRUNCATE",
  "OPTIMIZE",
  "CHECK",
  "BACKUP",
  "KILL QUERY",
  "SYSTEM",
  "TABLE ENGINE",
];

type Xml = string | number | { readonly [name: string]: Xml | readonly Xml[] };

/** A list becomes one element per entry, all of the same name. */
function element(name: string, content: Xml | readonly Xml[]): string {
  if (isList(content)) return content.map((entry) => element(name, entry)).join("");
  const inner =
    typeof content === "object"
      ? Object.entries(content)
          .map(([child, value]) => element(child, value))
          .join("")
      : `${content}`.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  return `<${name}>${inner}</${name}>`;
}

const isList = (content: Xml | readonly Xml[]): content is readonly Xml[] => Array.isArray(content);
