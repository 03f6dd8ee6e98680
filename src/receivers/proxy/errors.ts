import type { ServerResponse } from "node:http";
import { unreachable } from "../../lib/unreachable.ts";
import type { Api } from "./endpoints.ts";

/** An answer of our own: never mistaken for the provider's, because only ours carries `x-gaffe-error`. */
export interface OwnError {
  readonly status: number;
  readonly type: string;
  readonly code: string;
  readonly message: string;
  readonly param?: string;
  readonly retryAfterSeconds?: number;
}

const kinds = {
  missing_service_key: [401, "authentication_error"],
  invalid_service_key: [401, "authentication_error"],
  forbidden: [403, "permission_error"],
  upstream_not_allowed: [403, "permission_error"],
  insufficient_quota: [429, "insufficient_quota"],
  invalid_json: [400, "invalid_request_error"],
  missing_model: [400, "invalid_request_error"],
  invalid_request: [400, "invalid_request_error"],
  unsupported_parameter: [400, "invalid_request_error"],
  unknown_provider: [400, "invalid_request_error"],
  unknown_path: [404, "invalid_request_error"],
  wrong_method: [405, "invalid_request_error"],
  unsupported_content_type: [415, "invalid_request_error"],
  request_too_large: [413, "invalid_request_error"],
  upstream_unreachable: [502, "upstream_error"],
  upstream_reset: [502, "upstream_error"],
  untranslatable_answer: [502, "upstream_error"],
  upstream_timeout: [504, "timeout_error"],
  overloaded: [503, "overloaded_error"],
  draining: [503, "overloaded_error"],
  recording_unavailable: [503, "overloaded_error"],
  internal: [500, "server_error"],
} as const satisfies Record<string, readonly [number, string]>;

export type OwnCode = keyof typeof kinds;

export function ownError(code: OwnCode, message: string, more: Partial<OwnError> = {}): OwnError {
  const [status, type] = kinds[code];
  return { status, type, code, message, ...(status === 503 ? { retryAfterSeconds: 1 } : {}), ...more };
}

/** Answers in OpenAI's error shape. SDKs repeat 5xx by themselves; `x-should-retry` tells them where that is pointless. */
export function refuse(response: ServerResponse, error: OwnError, requestId: string): void {
  if (response.headersSent || response.destroyed) return;
  const { status, type, code, message, param, retryAfterSeconds } = error;
  const body = JSON.stringify({ error: { message, type, param: param ?? null, code } });
  const retry = status === 503 || status === 429 || (status === 502 && code === "upstream_unreachable");
  response.writeHead(status, {
    "content-type": "application/json",
    "content-length": Buffer.byteLength(body),
    "x-gaffe-error": code,
    "x-request-id": requestId,
    "x-should-retry": String(retry),
    ...(retryAfterSeconds === undefined ? {} : { "retry-after": String(retryAfterSeconds) }),
  });
  response.end(body);
}

/** The last event of a stream that broke, in the words of its API. */
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
