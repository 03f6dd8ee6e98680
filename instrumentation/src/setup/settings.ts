import { readFileSync } from "node:fs";
import { type Capture, captureOf, captureVariable } from "./capture.ts";

export interface RegisterOptions {
  /** Base address of Gaffe, such as `http://127.0.0.1:4233`. */
  readonly endpoint?: string;
  /** A Gaffe token with the `ingest` scope. */
  readonly token?: string;
  /** Whether messages are recorded. Default: `OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT`. */
  readonly captureContent?: boolean;
  /** Rewrites every text before it is recorded. If it throws, the text is left out. */
  readonly redact?: Redact;
}

/** Returns the text to record; `where` is the part of the call that it belongs to. */
export type Redact = (text: string, where: "input" | "output" | "tools" | "error") => string;

export interface Target {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  readonly gzip: boolean;
  readonly format: "protobuf" | "json";
  readonly tls: { readonly ca?: Buffer; readonly key?: Buffer; readonly cert?: Buffer };
}

export interface Settings {
  readonly disabled: boolean;
  readonly exporter: "otlp" | "console" | "none";
  readonly target: Target;
  /** A Gaffe endpoint is configured, not just OTLP: an application with its own exporter gets a second one. */
  readonly namesGaffe: boolean;
  readonly capture: Capture;
  readonly queue: { readonly size: number; readonly batch: number; readonly delayMs: number };
  /** Time limit for delivering the remaining spans when the process ends, in milliseconds. */
  readonly exitMs: number;
  readonly quiet: boolean;
  /** Settings that are ignored, as messages. */
  readonly warnings: readonly string[];
}

type Environment = Readonly<Record<string, string | undefined>>;

const defaultEndpoint = "http://127.0.0.1:4233";

/** Reads the standard `OTEL_*` variables, then `GAFFE_ENDPOINT` and `GAFFE_TOKEN`. */
export function readSettings(env: Environment, options: RegisterOptions = {}): Settings {
  const warnings: string[] = [];
  const get = (name: string) => env[name]?.trim() || undefined;
  const exporter = exporterOf(get("OTEL_TRACES_EXPORTER"), warnings);
  const capture = captureOf(get(captureVariable));
  if (!capture.known) {
    warnings.push(
      `${captureVariable}=${get(captureVariable)} is none of true, false, SPAN_ONLY, EVENT_ONLY, SPAN_AND_EVENT, NO_CONTENT: no content is captured`,
    );
  }
  const { captureContent } = options;
  return {
    disabled: get("OTEL_SDK_DISABLED")?.toLowerCase() === "true",
    exporter,
    target: targetOf(get, options, warnings),
    namesGaffe: (options.endpoint ?? get("GAFFE_ENDPOINT")) !== undefined,
    capture: captureContent === undefined ? capture : { onSpan: captureContent, onEvent: false },
    queue: {
      size: count(get("OTEL_BSP_MAX_QUEUE_SIZE"), 2048),
      batch: count(get("OTEL_BSP_MAX_EXPORT_BATCH_SIZE"), 512),
      delayMs: count(get("OTEL_BSP_SCHEDULE_DELAY"), 1000),
    },
    exitMs: count(get("OTEL_BSP_EXPORT_TIMEOUT"), 3_000),
    quiet: get("OTEL_LOG_LEVEL")?.toLowerCase() === "none",
    warnings,
  };
}

function exporterOf(named: string | undefined, warnings: string[]): Settings["exporter"] {
  const names = new Set((named ?? "otlp").split(",").map((name) => name.trim().toLowerCase()));
  for (const known of ["otlp", "console", "none"] as const) if (names.has(known)) return known;
  warnings.push(`OTEL_TRACES_EXPORTER=${named} is none of otlp, console, none: otlp is used`);
  return "otlp";
}

type Get = (name: string) => string | undefined;

function targetOf(get: Get, options: RegisterOptions, warnings: string[]): Target {
  const either = (name: string) => get(`OTEL_EXPORTER_OTLP_TRACES_${name}`) ?? get(`OTEL_EXPORTER_OTLP_${name}`);
  const protocol = either("PROTOCOL") ?? "http/protobuf";
  if (protocol !== "http/protobuf" && protocol !== "http/json") {
    warnings.push(`OTEL_EXPORTER_OTLP_PROTOCOL=${protocol} is not spoken here: http/protobuf is used`);
  }
  const headers = headersOf(get("OTEL_EXPORTER_OTLP_HEADERS"), get("OTEL_EXPORTER_OTLP_TRACES_HEADERS"));
  const token = options.token ?? get("GAFFE_TOKEN");
  const hasKey = ["api-key", "authorization", "x-gaffe-api-key"].some((name) => headers[name] !== undefined);
  if (token !== undefined && (options.token !== undefined || !hasKey)) headers["api-key"] = token;
  return {
    url: urlOf(get, options, warnings),
    headers,
    timeoutMs: count(either("TIMEOUT"), 10_000),
    gzip: either("COMPRESSION") === "gzip",
    format: protocol === "http/json" ? "json" : "protobuf",
    tls: {
      ...fileAt("ca", either("CERTIFICATE"), warnings),
      ...fileAt("key", either("CLIENT_KEY"), warnings),
      ...fileAt("cert", either("CLIENT_CERTIFICATE"), warnings),
    },
  };
}

function urlOf(get: Get, options: RegisterOptions, warnings: string[]): string {
  const whole = options.endpoint === undefined ? get("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT") : undefined;
  const base = options.endpoint ?? get("OTEL_EXPORTER_OTLP_ENDPOINT") ?? get("GAFFE_ENDPOINT") ?? defaultEndpoint;
  const url = whole ?? `${base.replace(/\/+$/, "")}/v1/traces`;
  if (URL.canParse(url) && /^https?:/.test(url)) return url;
  warnings.push(`${url} is not an HTTP URL: ${defaultEndpoint} is used`);
  return `${defaultEndpoint}/v1/traces`;
}

/** Parses comma-separated, percent-encoded `key=value` pairs, as the OTLP exporter specification defines them. */
function headersOf(...lists: readonly (string | undefined)[]): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const pair of lists.flatMap((list) => list?.split(",") ?? [])) {
    const at = pair.indexOf("=");
    if (at <= 0) continue;
    const name = pair.slice(0, at).trim().toLowerCase();
    if (/^[\w!#$%&'*+.^`|~-]+$/.test(name)) headers[name] = decoded(pair.slice(at + 1).trim());
  }
  return headers;
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

function count(value: string | undefined, otherwise: number): number {
  const number = Number(value);
  return value !== undefined && Number.isInteger(number) && number > 0 ? number : otherwise;
}

function fileAt<Name extends string>(name: Name, path: string | undefined, warnings: string[]) {
  if (path === undefined) return undefined;
  try {
    return { [name]: readFileSync(path) } as { readonly [key in Name]: Buffer };
  } catch {
    warnings.push(`${path} cannot be read`);
    return undefined;
  }
}
