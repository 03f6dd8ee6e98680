import { resolve } from "node:path";
import { z } from "zod";
import type { PrivacyRules } from "../domain/redaction.ts";
import { dialects, type Upstream } from "../domain/upstream.ts";
import { redactedKinds, redactionPatterns } from "./values.ts";

/** Upstreams of one's own: a name for the model's first segment, an address without credentials, and how keys travel. */
const UpstreamSetting = z.strictObject({
  id: z.string().regex(/^[a-z0-9][a-z0-9-]{0,62}$/, "must be lower-case letters, digits and hyphens"),
  baseUrl: z
    .url({ protocol: /^https?$/ })
    .refine((text) => isPlain(new URL(text)), "must have no user, password, query or fragment"),
  auth: z.enum(["bearer", "header", "none"]).default("bearer"),
  header: z
    .string()
    .regex(/^[a-z0-9-]+$/)
    .optional(),
  dialect: z.enum(dialects).optional(),
  streamUsage: z.boolean().optional(),
});

const isPlain = ({ username, password, search, hash }: URL) => username + password + search + hash === "";

/** How an upstream is written in a setting or a request → as the proxy uses it. */
function upstreamOf({ id, baseUrl, auth, header, dialect, streamUsage }: z.infer<typeof UpstreamSetting>): Upstream {
  const plain = baseUrl.replace(/\/+$/, "");
  return {
    id,
    baseUrl: plain,
    auth: auth === "header" ? { kind: auth, header: header ?? "api-key" } : { kind: auth },
    ...(dialect === undefined ? {} : { dialect }),
    ...(streamUsage === true ? { streamUsage } : {}),
  };
}

const list = z.string().transform((text) => text.split(",").flatMap((each) => each.trim() || []));
const upstreams = z
  .string()
  .transform((text, context) => {
    try {
      return JSON.parse(text) as unknown;
    } catch {
      context.addIssue({ code: "custom", message: "must be a JSON list" });
      return z.NEVER;
    }
  })
  .pipe(z.array(UpstreamSetting));

/** What `npm run proxy` reads. Other variables are not its business. */
const ProxyEnvironment = z.object({
  GAFFE_HOST: z.string().default("127.0.0.1"),
  GAFFE_PORT: z.coerce.number().int().min(0).max(65_535).default(4233),
  GAFFE_DATA: z.string().min(1).default("./data"),
  /** Service tokens, separated by commas. None: everybody who reaches the port, which must be loopback then. */
  GAFFE_PROXY_TOKENS: list.default([]),
  /** JSON: `[{"id": "ollama", "baseUrl": "http://127.0.0.1:11434/v1", "auth": "none"}]`. */
  GAFFE_PROXY_UPSTREAMS: upstreams.default([]),
  GAFFE_PROXY_DEFAULT_UPSTREAM: z.string().optional(),
  /** Ask for the token counts of streams where the client did not, and take that one event out again. */
  GAFFE_PROXY_INCLUDE_USAGE: z.stringbool().default(false),
  /** Addresses and CIDR blocks outside the public internet that upstreams may have. */
  GAFFE_PROXY_ALLOW_ADDRESSES: list.default(["127.0.0.0/8", "::1"]),
  /** As the service reads them: what is redacted before a call is written down. */
  GAFFE_REDACT: redactedKinds.prefault("secrets"),
  GAFFE_REDACT_PATTERNS: redactionPatterns.default([]),
  GAFFE_CONTENT: z.enum(["kept", "dropped"]).default("kept"),
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/ }).default("http://127.0.0.1:4318"),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  /** `name=value,name=value`, as OpenTelemetry writes it. */
  OTEL_EXPORTER_OTLP_HEADERS: list.default([]),
});

export interface ProxyAloneSettings {
  readonly host: string;
  readonly port: number;
  readonly journalFolder: string;
  readonly tokens: readonly string[];
  readonly upstreams: readonly Upstream[];
  readonly defaultUpstream: string | undefined;
  readonly includeUsage: boolean;
  readonly allowAddresses: readonly string[];
  readonly privacy: PrivacyRules;
  readonly endpoint: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Throws a ZodError that names every mistake at once. */
export function readProxySettings(environment: NodeJS.ProcessEnv): ProxyAloneSettings {
  const env = ProxyEnvironment.parse(environment);
  const traces = `${env.OTEL_EXPORTER_OTLP_ENDPOINT.replace(/\/+$/, "")}/v1/traces`;
  return {
    host: env.GAFFE_HOST,
    port: env.GAFFE_PORT,
    journalFolder: resolve(env.GAFFE_DATA, "proxy-journal"),
    tokens: env.GAFFE_PROXY_TOKENS,
    upstreams: env.GAFFE_PROXY_UPSTREAMS.map(upstreamOf),
    defaultUpstream: env.GAFFE_PROXY_DEFAULT_UPSTREAM,
    includeUsage: env.GAFFE_PROXY_INCLUDE_USAGE,
    allowAddresses: env.GAFFE_PROXY_ALLOW_ADDRESSES,
    privacy: { kinds: env.GAFFE_REDACT, patterns: env.GAFFE_REDACT_PATTERNS, content: env.GAFFE_CONTENT },
    endpoint: env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? traces,
    headers: Object.fromEntries(env.OTEL_EXPORTER_OTLP_HEADERS.map(pair)),
  };
}

function pair(text: string): [string, string] {
  const at = text.indexOf("=");
  return [text.slice(0, at).trim(), decodeURIComponent(text.slice(at + 1).trim())];
}
