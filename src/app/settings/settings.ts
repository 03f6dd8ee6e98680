import { resolve } from "node:path";
import type { SingleSignOnSettings } from "../../accounts/index.ts";
import type { PrivacyRules } from "../../datapoints/text/redaction.ts";
import { isLoopbackOnly } from "../../platform/http/address.ts";
import { clientNames, Environment, secretNames, settingNames } from "./environment.ts";
import { gather, type Variables, wrongSettings } from "./gather.ts";
import { type ProxyConduct, proxyConduct } from "./proxy-variables.ts";

/**
 * Configuration of this process, parsed once from the environment. Sizes in bytes; other units are in the
 * names.
 */
export interface Settings {
  readonly host: string;
  /** 0: any free port. */
  readonly port: number;
  readonly grpcPort: number;
  /** Absolute path. */
  readonly dataFolder: string;
  /** Without a trailing slash; if absent, `baseUrlOf` derives it from the listening address. */
  readonly baseUrl?: string;
  readonly init: {
    readonly token?: string;
    readonly ingestToken?: string;
    readonly email?: string;
    readonly password?: string;
  };
  /** Keys that seal stored secrets, newest first. */
  readonly secretKey:
    | { readonly kind: "given"; readonly keys: readonly [string, ...string[]] }
    | { readonly kind: "file"; readonly file: string };
  /** Whether anyone may create an account here. */
  readonly signUp: "invitation" | "open";
  /** Absent: nobody signs in by a provider. */
  readonly sso?: SingleSignOnSettings;
  /** Addresses and CIDR blocks. */
  readonly trustedProxies: readonly string[];
  readonly metricsToken?: string;
  /** Search by meaning; `archiveUrl`: where its model is downloaded from. */
  readonly embeddings: { readonly state: "on" | "off"; readonly archiveUrl: string };
  /** Of each listening port; Infinity: no limit. */
  readonly connections: { readonly total: number; readonly perAddress: number };
  readonly clickhouse:
    | { readonly kind: "embedded"; readonly folder: string; readonly maxMemoryBytes: number }
    | { readonly kind: "server"; readonly url: string; readonly cluster?: string };
  readonly records:
    | { readonly kind: "sqlite"; readonly file: string }
    | { readonly kind: "postgres"; readonly url: string };
  readonly journalFolder: string;
  readonly smtpUrl?: string;
  /** `Name <address>` or an address. */
  readonly smtpFrom: string;
  /** Addresses and domains in lower case that may be emailed without their confirmation. */
  readonly trustedRecipients: readonly string[];
  /** Addresses and CIDR blocks outside the public internet that upstreams and webhooks may use. */
  readonly allowNetworks: readonly string[];
  readonly proxy: ProxyConduct;
  readonly logLevel: Environment["LOG_LEVEL"];
  /** Worker threads; 0: derived from the number of cores. */
  readonly workers: number;
  /** Default of projects without their own rules. */
  readonly privacy: PrivacyRules;
  readonly limits: {
    readonly bodyBytes: number;
    readonly inflatedBodyBytes: number;
    readonly journalBytes: number;
    readonly retentionDays: number;
    readonly readSeconds: number;
    /** How long a thread may take for one step on one item. */
    readonly stallSeconds: number;
    readonly shutdownSeconds: number;
    /** How long startup waits for a server that does not respond yet. */
    readonly startTimeoutSeconds: number;
    /** How long a previously valid token stays valid while the records database is unreachable. */
    readonly tokenGraceSeconds: number;
    /** 0: no limit. */
    readonly requestsPerMinute: number;
  };
  readonly quotas: {
    readonly standard: ProjectQuota;
    /** By project id; overrides the default. */
    readonly overrides: ReadonlyMap<string, ProjectQuota>;
  };
}

/** 0: no limit. */
interface ProjectQuota {
  readonly spansPerSecond: number;
  readonly bytesPerSecond: number;
}

/** Parses the environment. Throws one Failure("caller") that lists every mistake, by name, with what to do. */
export function readSettings(variables: Variables): Settings {
  const { values, problems } = gather(variables, {
    settings: settingNames,
    secret: secretNames,
    foreign: clientNames,
  });
  const parsed = Environment.safeParse(values);
  for (const issue of parsed.error?.issues ?? []) {
    problems.push(`${String(issue.path[0])} ${issue.message}`);
  }
  if (parsed.data) problems.push(...misfits(parsed.data));
  if (!parsed.data || problems.length > 0) throw wrongSettings(problems);
  return arrange(parsed.data);
}

/** Checks combinations of settings that are valid on their own. */
function misfits(env: Environment): readonly string[] {
  const problems: string[] = [];
  if (!env.GAFFE_INIT_EMAIL !== !env.GAFFE_INIT_PASSWORD)
    problems.push("GAFFE_INIT_EMAIL and GAFFE_INIT_PASSWORD belong together: set both or neither");
  if (env.CLICKHOUSE_CLUSTER !== undefined && env.CLICKHOUSE_URL === undefined)
    problems.push("CLICKHOUSE_CLUSTER needs CLICKHOUSE_URL: the embedded ClickHouse is in no cluster");
  if (env.GAFFE_SIGN_UP === "open" && env.SMTP_URL === undefined && !isForThisMachine(arrange(env)))
    problems.push(
      "GAFFE_SIGN_UP=open needs SMTP_URL: without a mailed link anybody could take any address, and learn which ones have an account",
    );
  if ((env.GAFFE_OIDC_ISSUER === undefined) !== (env.GAFFE_OIDC_CLIENT_ID === undefined))
    problems.push("GAFFE_OIDC_ISSUER and GAFFE_OIDC_CLIENT_ID belong together: set both or neither");
  if (env.GAFFE_OIDC_ONLY === "true" && env.GAFFE_OIDC_ISSUER === undefined)
    problems.push("GAFFE_OIDC_ONLY=true needs GAFFE_OIDC_ISSUER: nobody could sign in");
  return problems;
}

/** Returns the base URL for links: the setting, or the listening address. An IPv6 address gets its brackets. */
export function baseUrlOf({ baseUrl, host }: Pick<Settings, "baseUrl" | "host">, port: number): string {
  if (baseUrl !== undefined) return baseUrl;
  const everywhere = host === "0.0.0.0" || host === "::";
  const name = everywhere ? "localhost" : host.includes(":") ? `[${host}]` : host;
  return `http://${name}:${port}`;
}

/**
 * Returns whether only this machine can connect, without a reverse proxy: then no sign-in is required until
 * the first account is created.
 */
export function isForThisMachine({
  host,
  baseUrl,
  trustedProxies,
}: Pick<Settings, "host" | "baseUrl" | "trustedProxies">): boolean {
  return (
    isLoopbackOnly(host) &&
    trustedProxies.length === 0 &&
    (baseUrl === undefined || isLoopbackOnly(new URL(baseUrl).hostname.replace(/^\[|\]$/g, "")))
  );
}

/**
 * Returns the addresses and CIDR blocks outside the public internet to which Gaffe may connect. `isLocal`: only people on
 * this machine use the service.
 */
export function allowedNetworks(given: readonly string[] | undefined, isLocal: boolean): readonly string[] {
  return given ?? (isLocal ? ownNetworks : []);
}

/** This machine and private networks: a local service forwards to models on the same network. */
const ownNetworks = ["127.0.0.0/8", "::1", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "fc00::/7"];

function singleSignOnOf(env: Environment): Pick<Settings, "sso"> {
  const { GAFFE_OIDC_ISSUER: issuer, GAFFE_OIDC_CLIENT_ID: clientId, GAFFE_OIDC_CLIENT_SECRET: clientSecret } = env;
  if (issuer === undefined || clientId === undefined) return {};
  return {
    sso: {
      issuer,
      clientId,
      ...(clientSecret === undefined ? {} : { clientSecret }),
      label: env.GAFFE_OIDC_LABEL,
      emailDomains: env.GAFFE_OIDC_EMAIL_DOMAINS,
      ...(env.GAFFE_OIDC_NEW_USERS === "none" ? {} : { newUsers: env.GAFFE_OIDC_NEW_USERS }),
      isOnly: env.GAFFE_OIDC_ONLY === "true",
    },
  };
}

function arrange(env: Environment): Settings {
  const dataFolder = resolve(env.GAFFE_DATA);
  const trustedProxies = env.GAFFE_TRUSTED_PROXIES;
  const baseUrl = env.GAFFE_PUBLIC_URL?.replace(/\/+$/, "");
  const address = { host: env.GAFFE_HOST, ...(baseUrl === undefined ? {} : { baseUrl }) };
  return {
    ...address,
    port: env.GAFFE_PORT,
    grpcPort: env.GAFFE_GRPC_PORT,
    dataFolder,
    init: {
      ...(env.GAFFE_INIT_TOKEN === undefined ? {} : { token: env.GAFFE_INIT_TOKEN }),
      ...(env.GAFFE_INIT_INGEST_TOKEN === undefined ? {} : { ingestToken: env.GAFFE_INIT_INGEST_TOKEN }),
      ...(env.GAFFE_INIT_EMAIL === undefined ? {} : { email: env.GAFFE_INIT_EMAIL }),
      ...(env.GAFFE_INIT_PASSWORD === undefined ? {} : { password: env.GAFFE_INIT_PASSWORD }),
    },
    secretKey:
      env.GAFFE_SECRET_KEY === undefined
        ? { kind: "file", file: resolve(dataFolder, "secret.key") }
        : { kind: "given", keys: env.GAFFE_SECRET_KEY },
    signUp: env.GAFFE_SIGN_UP,
    ...singleSignOnOf(env),
    trustedProxies,
    ...(env.GAFFE_METRICS_TOKEN === undefined ? {} : { metricsToken: env.GAFFE_METRICS_TOKEN }),
    embeddings: { state: env.GAFFE_EMBEDDINGS, archiveUrl: env.GAFFE_EMBEDDINGS_URL },
    connections: {
      total: env.GAFFE_MAX_CONNECTIONS || Infinity,
      perAddress: env.GAFFE_MAX_CONNECTIONS_PER_ADDRESS || Infinity,
    },
    clickhouse:
      env.CLICKHOUSE_URL === undefined
        ? {
            kind: "embedded",
            folder: resolve(dataFolder, "clickhouse"),
            maxMemoryBytes: env.GAFFE_CLICKHOUSE_MEMORY,
          }
        : {
            kind: "server",
            url: env.CLICKHOUSE_URL,
            ...(env.CLICKHOUSE_CLUSTER === undefined ? {} : { cluster: env.CLICKHOUSE_CLUSTER }),
          },
    records:
      env.DATABASE_URL === undefined
        ? { kind: "sqlite", file: resolve(dataFolder, "records.sqlite") }
        : { kind: "postgres", url: env.DATABASE_URL },
    journalFolder: resolve(dataFolder, "journal"),
    ...(env.SMTP_URL === undefined ? {} : { smtpUrl: env.SMTP_URL }),
    smtpFrom: env.SMTP_FROM,
    trustedRecipients: env.GAFFE_TRUSTED_RECIPIENTS,
    allowNetworks: allowedNetworks(env.GAFFE_ALLOW_NETWORKS, isForThisMachine({ ...address, trustedProxies })),
    proxy: proxyConduct(env),
    logLevel: env.LOG_LEVEL,
    workers: env.GAFFE_WORKERS,
    privacy: { kinds: env.GAFFE_REDACT, patterns: env.GAFFE_REDACT_PATTERNS, content: env.GAFFE_CONTENT },
    limits: {
      bodyBytes: env.GAFFE_MAX_BODY,
      inflatedBodyBytes: env.GAFFE_MAX_INFLATED_BODY,
      journalBytes: env.GAFFE_MAX_JOURNAL,
      retentionDays: env.GAFFE_RETENTION_DAYS,
      readSeconds: env.GAFFE_READ_SECONDS,
      stallSeconds: env.GAFFE_STALL_SECONDS,
      shutdownSeconds: env.GAFFE_SHUTDOWN_SECONDS,
      requestsPerMinute: env.GAFFE_REQUESTS_PER_MINUTE,
      startTimeoutSeconds: env.GAFFE_START_TIMEOUT_SECONDS,
      tokenGraceSeconds: env.GAFFE_TOKEN_GRACE_SECONDS,
    },
    quotas: {
      standard: {
        spansPerSecond: env.GAFFE_PROJECT_SPANS_PER_SECOND,
        bytesPerSecond: env.GAFFE_PROJECT_BYTES_PER_SECOND,
      },
      overrides: env.GAFFE_PROJECT_QUOTAS,
    },
  };
}
