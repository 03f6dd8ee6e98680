import type { SettingName } from "./environment.ts";
import type { Settings } from "./settings.ts";

/**
 * Returns the settings in force as `NAME=value` lines, secrets hidden, for `npm run config` and the startup
 * log.
 */
export function printable(settings: Settings): string {
  return Object.entries(shown(settings))
    .map(([name, value]) => `${name}=${value ?? ""}`)
    .join("\n");
}

function shown(settings: Settings): Readonly<Record<SettingName, string | number | undefined>> {
  const { init, clickhouse, records, limits, proxy, quotas } = settings;
  return {
    GAFFE_HOST: settings.host,
    GAFFE_PORT: settings.port,
    GAFFE_GRPC_PORT: settings.grpcPort,
    GAFFE_DATA: settings.dataFolder,
    GAFFE_PUBLIC_URL: settings.baseUrl,
    GAFFE_INIT_TOKEN: hidden(init.token),
    GAFFE_INIT_INGEST_TOKEN: hidden(init.ingestToken),
    GAFFE_INIT_EMAIL: init.email,
    GAFFE_INIT_PASSWORD: hidden(init.password),
    GAFFE_SECRET_KEY: settings.secretKey.kind === "given" ? "(hidden)" : undefined,
    GAFFE_SIGN_UP: settings.signUp,
    GAFFE_OIDC_ISSUER: settings.sso?.issuer,
    GAFFE_OIDC_CLIENT_ID: settings.sso?.clientId,
    GAFFE_OIDC_CLIENT_SECRET: hidden(settings.sso?.clientSecret),
    GAFFE_OIDC_LABEL: settings.sso?.label,
    GAFFE_OIDC_EMAIL_DOMAINS: settings.sso?.emailDomains.join(),
    GAFFE_OIDC_NEW_USERS: settings.sso && (settings.sso.newUsers ?? "none"),
    GAFFE_OIDC_ONLY: settings.sso && String(settings.sso.isOnly),
    GAFFE_TRUSTED_PROXIES: settings.trustedProxies.join(),
    GAFFE_METRICS_TOKEN: hidden(settings.metricsToken),
    GAFFE_MAX_CONNECTIONS: finite(settings.connections.total),
    GAFFE_MAX_CONNECTIONS_PER_ADDRESS: finite(settings.connections.perAddress),
    GAFFE_REQUESTS_PER_MINUTE: limits.requestsPerMinute,
    CLICKHOUSE_URL: clickhouse.kind === "server" ? withoutCredentials(clickhouse.url) : undefined,
    CLICKHOUSE_CLUSTER: clickhouse.kind === "server" ? clickhouse.cluster : undefined,
    DATABASE_URL: records.kind === "postgres" ? withoutCredentials(records.url) : undefined,
    SMTP_URL: settings.smtpUrl === undefined ? undefined : withoutCredentials(settings.smtpUrl),
    SMTP_FROM: settings.smtpFrom,
    GAFFE_TRUSTED_RECIPIENTS: settings.trustedRecipients.join(),
    GAFFE_ALLOW_NETWORKS: settings.allowNetworks.join(",") || "none",
    GAFFE_PROXY_MAX_BODY: proxy.limits.maxBodyBytes,
    GAFFE_PROXY_CONNECT_SECONDS: proxy.connectTimeoutMs / 1000,
    GAFFE_PROXY_FIRST_BYTE_SECONDS: proxy.limits.firstByteTimeoutMs / 1000,
    GAFFE_PROXY_IDLE_SECONDS: proxy.limits.idleTimeoutMs / 1000,
    GAFFE_PROXY_TRACEPARENT: proxy.passTraceContext ? "passed" : "removed",
    LOG_LEVEL: settings.logLevel,
    GAFFE_WORKERS: settings.workers,
    GAFFE_MAX_BODY: limits.bodyBytes,
    GAFFE_MAX_INFLATED_BODY: limits.inflatedBodyBytes,
    GAFFE_MAX_JOURNAL: limits.journalBytes,
    GAFFE_PROJECT_SPANS_PER_SECOND: quotas.standard.spansPerSecond,
    GAFFE_PROJECT_BYTES_PER_SECOND: quotas.standard.bytesPerSecond,
    GAFFE_PROJECT_QUOTAS:
      Array.from(quotas.overrides, ([id, own]) => `${id}=${own.spansPerSecond}/${own.bytesPerSecond}`).join() ||
      undefined,
    GAFFE_TOKEN_GRACE_SECONDS: limits.tokenGraceSeconds,
    GAFFE_REDACT: settings.privacy.kinds.join(",") || "none",
    GAFFE_REDACT_PATTERNS: settings.privacy.patterns.map(({ name }) => name).join(",") || undefined,
    GAFFE_CONTENT: settings.privacy.content,
    GAFFE_RETENTION_DAYS: limits.retentionDays,
    GAFFE_CLICKHOUSE_MEMORY: clickhouse.kind === "embedded" ? clickhouse.maxMemoryBytes : undefined,
    GAFFE_READ_SECONDS: limits.readSeconds,
    GAFFE_EMBEDDINGS: settings.embeddings.state,
    GAFFE_EMBEDDINGS_URL: settings.embeddings.archiveUrl,
    GAFFE_START_TIMEOUT_SECONDS: limits.startTimeoutSeconds,
    GAFFE_STALL_SECONDS: limits.stallSeconds,
    GAFFE_SHUTDOWN_SECONDS: limits.shutdownSeconds,
  };
}

const finite = (limit: number) => (limit === Infinity ? 0 : limit);

const hidden = (secret: string | undefined) => (secret === undefined ? undefined : "(hidden)");

/** Returns scheme, host, port and path. User and query parts may contain credentials. */
function withoutCredentials(text: string): string {
  const url = new URL(text);
  const placeholders = [url.username || url.password ? "(hidden)@" : "", url.search ? "?(hidden)" : ""] as const;
  return `${url.protocol}//${placeholders[0]}${url.host}${url.pathname === "/" ? "" : url.pathname}${placeholders[1]}`;
}
