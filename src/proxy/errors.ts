import type { ServerResponse } from "node:http";
import { unreachable } from "../platform/http/unreachable.ts";
import type { Api } from "./endpoints.ts";

/**
 * A response of the proxy itself. It differs from a provider's by the header `x-gaffe-error`, which is never
 * forwarded.
 */
export interface OwnError {
  readonly status: number;
  readonly type: string;
  readonly code: OwnCode;
  readonly message: string;
  readonly acts: Actor;
  readonly param?: string;
  readonly retryAfterSeconds?: number;
}

/**
 * Who must act: the calling application, the provider or upstream, Gaffe's operator, or nobody because it is
 * transient.
 */
type Actor = "caller" | "provider" | "operator" | "nobody";

const kinds = {
  missing_service_key: [401, "authentication_error", "caller"],
  invalid_service_key: [401, "authentication_error", "caller"],
  forbidden: [403, "permission_error", "caller"],
  upstream_not_allowed: [403, "permission_error", "operator"],
  invalid_json: [400, "invalid_request_error", "caller"],
  missing_model: [400, "invalid_request_error", "caller"],
  invalid_request: [400, "invalid_request_error", "caller"],
  unsupported_parameter: [400, "invalid_request_error", "caller"],
  unknown_provider: [400, "invalid_request_error", "caller"],
  unknown_path: [404, "invalid_request_error", "caller"],
  wrong_method: [405, "invalid_request_error", "caller"],
  unsupported_content_type: [415, "invalid_request_error", "caller"],
  request_timeout: [408, "timeout_error", "caller"],
  request_too_large: [413, "invalid_request_error", "caller"],
  too_many_unknown_keys: [429, "rate_limit_error", "caller"],
  over_quota: [429, "rate_limit_error", "caller"],
  upstream_unreachable: [502, "upstream_error", "provider"],
  upstream_reset: [502, "upstream_error", "provider"],
  untranslatable_answer: [502, "upstream_error", "provider"],
  upstream_timeout: [504, "timeout_error", "provider"],
  loop_detected: [508, "invalid_request_error", "operator"],
  overloaded: [503, "overloaded_error", "nobody"],
  draining: [503, "overloaded_error", "nobody"],
  recording_unavailable: [503, "overloaded_error", "operator"],
  records_unavailable: [503, "overloaded_error", "operator"],
  internal: [500, "server_error", "operator"],
} as const satisfies Record<string, readonly [number, string, Actor]>;

export type OwnCode = keyof typeof kinds;

export function ownError(code: OwnCode, message: string, param?: string): OwnError {
  const [status, type, acts] = kinds[code];
  return { status, type, code, message, acts, ...(param === undefined ? {} : { param }) };
}

/**
 * Errors that the SDK should retry, as it would without the proxy: nothing was answered and, as far as known,
 * nothing was billed. After a timeout, a retry could be billed twice.
 */
const passing: ReadonlySet<OwnCode> = new Set<OwnCode>([
  "request_timeout",
  "too_many_unknown_keys",
  "over_quota",
  "upstream_unreachable",
  "upstream_reset",
  "overloaded",
  "draining",
  "recording_unavailable",
  "records_unavailable",
]);

/** Returns the refusal of a call that must be recorded and cannot be. */
export function unrecordable(secondsUntilQuota: number | undefined): OwnError {
  if (secondsUntilQuota === undefined) return ownError("recording_unavailable", "this call cannot be recorded now");
  const message = "this project sends more than its quota, and its calls must be recorded: send this again later";
  return retryAfter(ownError("over_quota", message), secondsUntilQuota);
}

export const retryAfter = (error: OwnError, retryAfterSeconds: number | undefined): OwnError =>
  retryAfterSeconds === undefined ? error : { ...error, retryAfterSeconds };

/** Responds in OpenAI's error format. SDKs retry 5xx automatically; `x-should-retry` prevents pointless retries. */
export function refuse(response: ServerResponse, error: OwnError, requestId: string): void {
  if (response.headersSent || response.destroyed) return;
  const { status, type, code, message, acts, param } = error;
  const retryAfterSeconds = error.retryAfterSeconds ?? (status === 503 ? 1 : undefined);
  const body = JSON.stringify({ error: { message, type, param: param ?? null, code } });
  response.writeHead(status, {
    "content-type": "application/json",
    "content-length": Buffer.byteLength(body),
    "x-gaffe-error": code,
    "x-gaffe-acts": acts,
    "x-request-id": requestId,
    "x-should-retry": String(passing.has(code)),
    "x-content-type-options": "nosniff",
    // The rest of the request may never come.
    ...(code === "request_timeout" ? { connection: "close" } : {}),
    ...(retryAfterSeconds === undefined ? {} : { "retry-after": String(retryAfterSeconds) }),
  });
  response.end(body);
}

export const ownCodes = Object.keys(kinds) as readonly OwnCode[];

/** Returns the last event of a stream that failed, in the format of its API. */
export function errorEvent(api: Api, code: string, message: string): string {
  const type = code === "stream_idle_timeout" ? "timeout_error" : "upstream_error";
  switch (api) {
    case "messages":
      return `event: error\ndata: ${JSON.stringify({ type: "error", error: { type, message, code } })}\n\n`;
    case "responses":
      return `event: error\ndata: ${JSON.stringify({ type: "error", code, message, param: null })}\n\n`;
    case "chat":
    case "completions":
    case "embeddings":
    case "models":
      return `data: ${JSON.stringify({ error: { message, type, param: null, code } })}\n\n`;
    default:
      return unreachable(api);
  }
}
