import { resolve } from "node:path";
import { z } from "zod";
import type { PrivacyRules } from "../../datapoints/text/redaction.ts";
import { isLoopbackOnly } from "../../platform/http/address.ts";
import type { ProxySettings } from "../../providers/upstream.ts";
import { clientNames, Environment, settingNames } from "./environment.ts";
import { gather, type Variables, wrongSettings } from "./gather.ts";
import { type ProxyConduct, proxyConduct, proxyVariables } from "./proxy-variables.ts";
import { allowedNetworks } from "./settings.ts";
import { upstreamList } from "./upstream-list.ts";
import { headerList, urlOf, wholeNumber } from "./values.ts";

const { GAFFE_HOST, GAFFE_PORT, GAFFE_DATA, GAFFE_ALLOW_NETWORKS, LOG_LEVEL, GAFFE_MAX_JOURNAL } = Environment.shape;
const { GAFFE_REDACT, GAFFE_REDACT_PATTERNS, GAFFE_CONTENT, GAFFE_SHUTDOWN_SECONDS } = Environment.shape;

/** Variables that only `npm run proxy` reads. */
export const ownVariables = {
  GAFFE_PROXY_TOKENS: z
    .string()
    .transform((text) => text.split(",").flatMap((each) => each.trim() || []))
    .default([])
    .describe("Service tokens that you choose, separated by commas; needed where it listens on more than loopback."),
  GAFFE_PROXY_UPSTREAMS: upstreamList
    .default([])
    .describe(
      'Upstreams as JSON, with the members that POST /api/v1/upstreams takes: `[{"id": "ollama", "baseUrl": "http://127.0.0.1:11434/v1", "auth": "none"}]`.',
    ),
  GAFFE_PROXY_DEFAULT_UPSTREAM: z
    .string()
    .optional()
    .describe("Upstream or known provider, by its id, for models that name none."),
  GAFFE_PROXY_INCLUDE_USAGE: z
    .stringbool()
    .default(false)
    .describe("Request token counts for streams whose client did not, and remove that event from the response."),
  GAFFE_PROXY_STRICT: z
    .stringbool()
    .default(false)
    .describe("Refuse a call that cannot be recorded, instead of counting the loss."),
  OTEL_EXPORTER_OTLP_ENDPOINT: urlOf("http", "https")
    .default("http://127.0.0.1:4318")
    .describe("Where spans are sent, by OTLP/HTTP in protobuf: `/v1/traces` is appended."),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: urlOf("http", "https")
    .optional()
    .describe("The same as a whole address, to which nothing is appended."),
  OTEL_EXPORTER_OTLP_HEADERS: headerList
    .default({})
    .describe("Headers of the export, such as `api-key=gaffe_…`: `name=value,name=value`, percent-encoded."),
  OTEL_EXPORTER_OTLP_TRACES_HEADERS: headerList.default({}).describe("More of them; these win."),
  OTEL_EXPORTER_OTLP_TIMEOUT: wholeNumber(1, 600_000)
    .default(10_000)
    .describe("Milliseconds in which the endpoint must have taken an export."),
  OTEL_SERVICE_NAME: z.string().optional().describe("`service.name` of calls without the header `x-gaffe-service`."),
};

const ProxyEnvironment = z.strictObject({
  GAFFE_HOST,
  GAFFE_PORT,
  GAFFE_DATA,
  GAFFE_ALLOW_NETWORKS,
  LOG_LEVEL,
  GAFFE_MAX_JOURNAL,
  GAFFE_REDACT,
  GAFFE_REDACT_PATTERNS,
  GAFFE_CONTENT,
  GAFFE_SHUTDOWN_SECONDS,
  ...proxyVariables,
  ...ownVariables,
});

export const sharedNames = Object.keys(ProxyEnvironment.shape).filter((name) => !(name in ownVariables));

export const ownSecretNames: ReadonlySet<string> = new Set([
  "GAFFE_PROXY_TOKENS",
  "OTEL_EXPORTER_OTLP_HEADERS",
  "OTEL_EXPORTER_OTLP_TRACES_HEADERS",
]);

export interface ProxyAloneSettings extends ProxyConduct {
  readonly host: string;
  readonly port: number;
  readonly journalFolder: string;
  readonly journalBytes: number;
  readonly tokens: readonly string[];
  readonly project: ProxySettings;
  readonly allowNetworks: readonly string[];
  readonly privacy: PrivacyRules;
  /** URL for OTLP/HTTP traces, including the path. */
  readonly endpoint: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly exportTimeoutMs: number;
  readonly serviceName: string | undefined;
  readonly logLevel: Environment["LOG_LEVEL"];
  readonly shutdownSeconds: number;
}

/**
 * Reads the stand-alone proxy's settings. Throws one Failure("caller") that names every mistake; ignores
 * settings of the service.
 */
export function readProxySettings(variables: Variables): ProxyAloneSettings {
  const { values, problems } = gather(variables, {
    settings: Object.keys(ProxyEnvironment.shape),
    secret: ownSecretNames,
    foreign: new Set([...settingNames, ...clientNames]),
  });
  const { data: env, error } = ProxyEnvironment.safeParse(values);
  for (const { path, message } of error?.issues ?? []) problems.push(`${path.map(String).join(".")} ${message}`);
  if (!env || problems.length > 0) throw wrongSettings(problems);
  const { GAFFE_PROXY_UPSTREAMS: upstreams, GAFFE_PROXY_DEFAULT_UPSTREAM: defaultUpstream } = env;
  return {
    ...proxyConduct(env),
    host: env.GAFFE_HOST,
    port: env.GAFFE_PORT,
    journalFolder: resolve(env.GAFFE_DATA, "proxy-journal"),
    journalBytes: env.GAFFE_MAX_JOURNAL,
    tokens: env.GAFFE_PROXY_TOKENS,
    project: {
      upstreams,
      includeUsage: env.GAFFE_PROXY_INCLUDE_USAGE,
      strict: env.GAFFE_PROXY_STRICT,
      ...(defaultUpstream === undefined ? {} : { defaultUpstream }),
    },
    allowNetworks: allowedNetworks(env.GAFFE_ALLOW_NETWORKS, isLoopbackOnly(env.GAFFE_HOST)),
    privacy: { kinds: env.GAFFE_REDACT, patterns: env.GAFFE_REDACT_PATTERNS, content: env.GAFFE_CONTENT },
    endpoint:
      env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? `${env.OTEL_EXPORTER_OTLP_ENDPOINT.replace(/\/+$/, "")}/v1/traces`,
    headers: { ...env.OTEL_EXPORTER_OTLP_HEADERS, ...env.OTEL_EXPORTER_OTLP_TRACES_HEADERS },
    exportTimeoutMs: env.OTEL_EXPORTER_OTLP_TIMEOUT,
    serviceName: env.OTEL_SERVICE_NAME,
    logLevel: env.LOG_LEVEL,
    shutdownSeconds: env.GAFFE_SHUTDOWN_SECONDS,
  };
}
