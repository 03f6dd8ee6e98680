import type { ProviderError } from "../dialects/errors.ts";
import { finishReasonOf } from "../dialects/finish-reasons.ts";
import type { Usage } from "../dialects/usage.ts";
import type { ThinkingBlock } from "./request.ts";

/** Why a response ended: OpenAI's reasons, and `error` for invalid tool calls and other causes. */
export type ChatFinish = "stop" | "length" | "tool_calls" | "content_filter" | "error";

/**
 * Token counts as OpenAI defines them: `prompt_tokens` includes cached tokens, `completion_tokens` includes
 * reasoning.
 */
export interface ChatUsage {
  readonly prompt_tokens: number;
  readonly completion_tokens: number;
  readonly total_tokens: number;
  readonly prompt_tokens_details?: { readonly cached_tokens?: number; readonly cache_write_tokens?: number };
  readonly completion_tokens_details?: { readonly reasoning_tokens: number };
}

export interface ResponseToolCall {
  readonly id: string;
  readonly type: "function";
  readonly function: { readonly name: string; readonly arguments: string };
  readonly extra_content?: { readonly google: { readonly thought_signature: string } };
}

export interface ResponseMessage {
  readonly role: "assistant";
  readonly content: string | null;
  readonly refusal: null;
  readonly reasoning_content?: string;
  readonly thinking_blocks?: readonly ThinkingBlock[];
  readonly images?: readonly ResponseImage[];
  readonly tool_calls?: readonly ResponseToolCall[];
}

export interface ResponseImage {
  readonly type: "image_url";
  readonly image_url: { readonly url: string };
}

export interface ChatChoice {
  readonly index: number;
  readonly message: ResponseMessage;
  readonly finish_reason: ChatFinish;
  /** The provider's own finish reason. */
  readonly native_finish_reason?: string;
  readonly logprobs: ChatLogprobs | null;
}

/** The log probability of each token of a response, and of the likeliest alternatives. */
export interface ChatLogprobs {
  readonly content: readonly (ChatToken & { readonly top_logprobs: readonly ChatToken[] })[];
  readonly refusal: null;
}

export interface ChatToken {
  readonly token: string;
  readonly logprob: number;
  /** In UTF-8. */
  readonly bytes: readonly number[];
}

export interface ChatAnswer {
  readonly id?: string;
  readonly model?: string;
  readonly choices: readonly ChatChoice[];
  readonly usage?: ChatUsage;
}

/** What one event of a provider's stream adds; written as `chat.completion.chunk` events. */
export type ChatStep =
  | { readonly kind: "begun"; readonly id?: string; readonly model?: string }
  | {
      readonly kind: "delta";
      readonly index: number;
      readonly delta: ChatDelta;
      readonly logprobs?: ChatLogprobs | undefined;
    }
  | { readonly kind: "finished"; readonly index: number; readonly finish: ChatFinish; readonly native?: string }
  | { readonly kind: "usage"; readonly usage: ChatUsage }
  | { readonly kind: "failed"; readonly error: ChatError }
  /** The stream reached the end that its API defines. */
  | { readonly kind: "ended" };

export interface ChatDelta {
  readonly content?: string;
  readonly reasoning_content?: string;
  readonly thinking_blocks?: readonly ThinkingBlock[];
  readonly images?: readonly ResponseImage[];
  readonly tool_calls?: readonly (Partial<Omit<ResponseToolCall, "function">> & {
    readonly index: number;
    readonly function: { readonly name?: string; readonly arguments: string };
  })[];
}

/** OpenAI's `error` object: `type` follows from the status, `code` and message are the provider's. */
export interface ChatError {
  readonly message: string;
  readonly type: string;
  readonly param: null;
  readonly code: string | null;
}

function chatError(status: number | undefined, code: string | undefined, message: string): ChatError {
  return { message, type: typeOf(status), param: null, code: code ?? null };
}

/** OpenAI's error types by status. */
function typeOf(status: number | undefined): string {
  switch (status) {
    case 401:
      return "authentication_error";
    case 403:
      return "permission_error";
    case 404:
      return "not_found_error";
    case 429:
      return "rate_limit_error";
    case 503:
    case 529:
      return "overloaded_error";
    default:
      return status !== undefined && status >= 400 && status < 500 ? "invalid_request_error" : "server_error";
  }
}

/** Returns a provider's error as OpenAI's; a response that names none is described by its status. */
export function translatedError(vendor: string, error: ProviderError | undefined, status?: number): ChatError {
  const message = error?.message ?? `${vendor} answered ${status ?? "an error"}`;
  return chatError(status ?? error?.status, error?.type, message);
}

/** Returns OpenAI's word for a provider's finish reason. A response that calls tools and simply stops, stops for them. */
export function chatFinish(reason: string | undefined, calls: boolean): ChatFinish {
  const normal = reason === undefined ? "stop" : finishReasonOf(reason);
  if (normal !== "stop" && normal !== "other") return normal;
  return calls ? "tool_calls" : "stop";
}

/** Returns undefined for a provider that did not count the input. */
export function chatUsage({ input, output = 0, cacheRead, cacheWrite, reasoning }: Usage): ChatUsage | undefined {
  if (input === undefined) return undefined;
  const cached = {
    ...(cacheRead === undefined ? {} : { cached_tokens: cacheRead }),
    ...(cacheWrite === undefined ? {} : { cache_write_tokens: cacheWrite }),
  };
  return {
    prompt_tokens: input,
    completion_tokens: output,
    total_tokens: input + output,
    ...(Object.keys(cached).length === 0 ? {} : { prompt_tokens_details: cached }),
    ...(reasoning === undefined ? {} : { completion_tokens_details: { reasoning_tokens: reasoning } }),
  };
}
