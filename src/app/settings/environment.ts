import { z } from "zod";
import { embeddingVariables } from "./embedding-variables.ts";
import { proxyVariables } from "./proxy-variables.ts";
import {
  addressList,
  byteSize,
  domainList,
  isEncrypted,
  networks,
  projectQuotas,
  recipientList,
  redactedKinds,
  redactionPatterns,
  secretKeys,
  urlOf,
  wholeNumber,
} from "./values.ts";

const logLevels = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;

const port = wholeNumber(0, 65_535);

/**
 * Every environment variable that Gaffe reads, in the order of docs/settings.md. All values are text; an empty
 * text counts as not set.
 */
export const Environment = z.strictObject({
  GAFFE_HOST: z
    .string()
    .regex(/^[\w.:-]+$/, "must be a host name or address, such as 127.0.0.1 or 0.0.0.0")
    .default("127.0.0.1")
    .describe("Address to listen on. Bound to anything but loopback, every request needs a token."),
  GAFFE_PORT: port
    .default(4233)
    .describe("Port of everything HTTP: OTLP, proxy, API and web app. 0 takes any free port."),
  GAFFE_GRPC_PORT: port.default(4317).describe("Port of OTLP over gRPC. 0 takes any free port."),
  GAFFE_DATA: z
    .string()
    .min(1)
    .default("./data")
    .describe("Folder for all local data: journal, embedded ClickHouse, SQLite. One process per folder."),
  GAFFE_PUBLIC_URL: urlOf("http", "https")
    .optional()
    .describe("Address that people and senders use, for links in notifications. Default: made of host and port."),
  GAFFE_INIT_TOKEN: z
    .string()
    .regex(/^gaffe_[A-Za-z0-9_-]{32,128}$/, "must be gaffe_ followed by 32 to 128 letters, digits, _ or -")
    .optional()
    .describe("API token with all scopes that exists from the first start. Default: one is made and printed once."),
  GAFFE_INIT_INGEST_TOKEN: z
    .string()
    .regex(/^gaffe_[A-Za-z0-9_-]{32,128}$/, "must be gaffe_ followed by 32 to 128 letters, digits, _ or -")
    .optional()
    .describe("API token with the scope ingest alone that exists from the first start, such as that of a Collector."),
  GAFFE_INIT_EMAIL: z
    .email("must be an email address")
    .optional()
    .describe("Email address of the first user, created at the first start together with the password."),
  GAFFE_INIT_PASSWORD: z
    .string()
    .min(12, "must have at least 12 characters")
    .max(256)
    .optional()
    .describe("Password of the first user."),
  GAFFE_SECRET_KEY: secretKeys
    .optional()
    .describe(
      "Key that seals stored secrets, such as Slack tokens: 32 random characters or more, the same in every replica. Several, separated by commas: the first seals, the others still open. Default: generated and stored in `secret.key` in the data folder.",
    ),
  GAFFE_SIGN_UP: z
    .enum(["invitation", "open"], "must be invitation or open")
    .default("invitation")
    .describe(
      "How people sign up after the first user: by invitation of an admin, or openly, each with a separate account.",
    ),
  GAFFE_OIDC_ISSUER: urlOf("https", "http")
    .refine(isEncrypted, "must begin with https://, except on this machine")
    .optional()
    .describe(
      "Issuer of the OpenID Connect provider that people may sign in with, such as https://login.example.org/realms/main (docs/accounts.md). It may be in a private network.",
    ),
  GAFFE_OIDC_CLIENT_ID: z.string().min(1).optional().describe("Id of Gaffe at the provider."),
  GAFFE_OIDC_CLIENT_SECRET: z
    .string()
    .min(1)
    .optional()
    .describe("Secret of Gaffe at the provider. Default: none, as a public client that PKCE protects."),
  GAFFE_OIDC_LABEL: z
    .string()
    .max(40)
    .default("single sign-on")
    .describe("Name of the provider on the sign-in page: Sign in with …"),
  GAFFE_OIDC_EMAIL_DOMAINS: domainList
    .default([])
    .describe("Domains of the email addresses that may sign in by the provider, separated by commas. Default: all."),
  GAFFE_OIDC_NEW_USERS: z
    .enum(["none", "viewer", "member"], "must be none, viewer or member")
    .default("none")
    .describe(
      "Role in the first account of people who sign in by the provider for the first time, without an account and without an invitation. none: they are refused.",
    ),
  GAFFE_OIDC_ONLY: z
    .enum(["true", "false"], "must be true or false")
    .default("false")
    .describe("`true`: nobody signs in with a password. API tokens are not affected."),
  GAFFE_TRUSTED_PROXIES: addressList
    .default([])
    .describe(
      "Reverse proxies in front of the service, as addresses and CIDR blocks, separated by commas: their X-Forwarded-For is trusted, for the limits on sign-in and the audit log.",
    ),
  GAFFE_METRICS_TOKEN: z
    .string()
    .min(16, "must have at least 16 characters")
    .optional()
    .describe(
      "Token with which a monitoring system reads `/metrics`, in the header api-key or as Authorization: Bearer. Admins of the first account and, on loopback, local programs may read them without it.",
    ),
  GAFFE_MAX_CONNECTIONS: wholeNumber(0, 1_000_000)
    .default(10_000)
    .describe("Open connections of each port (HTTP and gRPC); more are closed when they are opened. 0: no limit."),
  GAFFE_MAX_CONNECTIONS_PER_ADDRESS: wholeNumber(0, 1_000_000)
    .default(1000)
    .describe(
      "The same for each client address. It does not apply to GAFFE_TRUSTED_PROXIES: name a reverse proxy there. 0: no limit.",
    ),
  GAFFE_REQUESTS_PER_MINUTE: wholeNumber(0, 10_000_000)
    .default(6000)
    .describe("API requests a minute for each token or signed-in browser, counted by each process. 0: no limit."),
  CLICKHOUSE_URL: urlOf("http", "https")
    .optional()
    .describe("ClickHouse server, with user, password and database in the URL. Default: the embedded one."),
  CLICKHOUSE_CLUSTER: z
    .string()
    .regex(/^[\w.{}-]{1,100}$/, "must be a name, such as main, or {cluster}")
    .optional()
    .describe(
      "Cluster, by the name the ClickHouse servers know it by, on whose replicas the tables are made (docs/deploy.md). One shard. Default: one server.",
    ),
  DATABASE_URL: urlOf("postgres", "postgresql")
    .optional()
    .describe("PostgreSQL server for accounts, monitors and issues. Default: SQLite in the data folder."),
  SMTP_URL: urlOf("smtp", "smtps").optional().describe("Mail server that email is sent through. Default: no email."),
  SMTP_FROM: z
    .string()
    .regex(
      /^[^\r\n]*[^\s@<]+@[^\s@>]+>?$/,
      "must be an address, such as gaffe@example.org or Gaffe <gaffe@example.org>",
    )
    .default("Gaffe <gaffe@localhost>")
    .describe("Sender of email."),
  GAFFE_TRUSTED_RECIPIENTS: recipientList
    .default([])
    .describe(
      "Addresses and domains (`@example.org`), separated by commas, that channels may email without a confirmation by the recipient. Members of an account need none for their own address.",
    ),
  LOG_LEVEL: z
    .enum(logLevels, `must be one of ${logLevels.join(", ")}`)
    .default("info")
    .describe(`Least important log line that is written: ${logLevels.join(", ")}.`),
  GAFFE_ALLOW_NETWORKS: networks
    .optional()
    .describe(
      "Addresses and CIDR blocks outside the public internet that upstreams of the proxy and webhooks may have, separated by commas, or `none`. Default: loopback and private networks where only this machine uses the service (it listens on loopback, GAFFE_PUBLIC_URL is not set or on loopback, and there are no GAFFE_TRUSTED_PROXIES), otherwise none. Cloud metadata, and there the ports of Gaffe and of its databases, are never reachable.",
    ),
  ...proxyVariables,
  GAFFE_WORKERS: wholeNumber(0, 64)
    .default(0)
    .describe("Worker threads that recognize and check. 0: one less than the machine's cores, at least one."),
  GAFFE_MAX_BODY: byteSize(1024)
    .default(16 * 2 ** 20)
    .describe("Largest request body as sent, compressed or not."),
  GAFFE_MAX_INFLATED_BODY: byteSize(1024)
    .default(64 * 2 ** 20)
    .describe("Largest request body after decompression."),
  GAFFE_MAX_JOURNAL: byteSize(2 ** 20)
    .default(4 * 2 ** 30)
    .describe("Largest journal on disk. A full journal answers 503 with Retry-After until it has drained."),
  GAFFE_PROJECT_SPANS_PER_SECOND: wholeNumber(0, 1_000_000_000)
    .default(50_000)
    .describe(
      "Spans, log records and calls per second that each project may send, averaged over five seconds and counted per process. Above the limit, requests over OTLP and the API get 429 with Retry-After; calls through the proxy continue but are not recorded (counted in `gaffe_proxy_calls_lost_total` with reason `over_quota`), except in strict projects, where they are refused with 429. The default is several times what one process stores. 0: no limit.",
    ),
  GAFFE_PROJECT_BYTES_PER_SECOND: byteSize(0)
    .default(200 * 2 ** 20)
    .describe("Bytes a second, after decompression, that each project may send, as above. 0: no limit."),
  GAFFE_PROJECT_QUOTAS: projectQuotas
    .default(new Map())
    .describe(
      "Quotas of single projects in place of the two above, by project id, as spans/bytes a second: `shop=500/2mb,lab=0/0`. 0: no limit.",
    ),
  GAFFE_TOKEN_GRACE_SECONDS: wholeNumber(0, 604_800)
    .default(600)
    .describe(
      "Seconds that an API token which was valid stays valid while the database of the records does not answer. A token that is revoked counts as revoked once the database answers again. 0: no grace.",
    ),
  GAFFE_REDACT: redactedKinds
    .prefault("secrets")
    .describe(
      "Data replaced by typed markers before anything is written, unless a project has its own rules: kinds separated by commas (docs/privacy.md lists them), `secrets` and `personal` for all kinds of a group, or `none`. Default: secrets.",
    ),
  GAFFE_REDACT_PATTERNS: redactionPatterns
    .default([])
    .describe(
      'Custom patterns, as JSON: `{"employee_id": "\\\\bE\\\\d{6}\\\\b"}`. Matches become `[redacted:employee_id]`.',
    ),
  GAFFE_CONTENT: z
    .enum(["stored", "dropped"], "must be stored or dropped")
    .default("stored")
    .describe("`dropped`: dialog texts are removed before anything is written, unless a project overrides this."),
  GAFFE_RETENTION_DAYS: wholeNumber(1, 3650)
    .default(90)
    .describe("Days after which datapoints, spans, verdicts and findings are deleted."),
  GAFFE_CLICKHOUSE_MEMORY: byteSize(256 * 2 ** 20)
    .default(2 * 2 ** 30)
    .describe("Memory cap of the embedded ClickHouse."),
  GAFFE_READ_SECONDS: wholeNumber(1, 600)
    .default(10)
    .describe(
      "Timeout of reads from ClickHouse, in seconds. A search page returns partial results after a fifth of it, counts next to rows stop after three tenths, a chart after eight tenths.",
    ),
  ...embeddingVariables,
  GAFFE_START_TIMEOUT_SECONDS: wholeNumber(0, 86_400)
    .default(60)
    .describe(
      "Seconds that a start waits for a PostgreSQL or ClickHouse server that does not answer yet. Wrong credentials and other mistakes end the start immediately. 0: one attempt.",
    ),
  GAFFE_STALL_SECONDS: wholeNumber(1, 600)
    .default(10)
    .describe(
      "Seconds after which a thread that does not advance in one step on one call, such as a check or a pattern, is ended and replaced (docs/self-host/failures.md).",
    ),
  GAFFE_SHUTDOWN_SECONDS: wholeNumber(1, 600)
    .default(20)
    .describe("Seconds that open requests are given to finish after SIGTERM."),
});
export type Environment = z.infer<typeof Environment>;
export type SettingName = keyof Environment;

export const settingNames = Object.keys(Environment.shape) as readonly SettingName[];

/** Never printed or logged. Each may also be given as a file's content: NAME_FILE=/path. */
export const secretNames: ReadonlySet<SettingName> = new Set([
  "GAFFE_INIT_TOKEN",
  "GAFFE_INIT_INGEST_TOKEN",
  "GAFFE_INIT_PASSWORD",
  "GAFFE_METRICS_TOKEN",
  "GAFFE_OIDC_CLIENT_SECRET",
  "GAFFE_SECRET_KEY",
  "CLICKHOUSE_URL",
  "DATABASE_URL",
  "SMTP_URL",
] as const);

/**
 * Variables of the SDKs and the command line, which may be set in the same shell and are ignored by the
 * service.
 */
export const clientNames: ReadonlySet<string> = new Set(["GAFFE_ENDPOINT", "GAFFE_RUN_TAGS", "GAFFE_TOKEN"]);
