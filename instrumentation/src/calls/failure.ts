import { errorOf } from "../../../packages/genai-wire/src/dialects/errors.ts";
import {
  type Loose,
  looseNumber,
  looseObject,
  looseText,
  parsedJson,
} from "../../../packages/genai-wire/src/loose-json.ts";

/** A failed call; `type` and `code` are spelled as in the provider or its SDK. */
export interface Failure {
  readonly type: string;
  readonly code?: string | undefined;
  readonly status?: number | undefined;
  readonly message: string;
  /** Class of the thrown value. */
  readonly className: string;
  readonly stack?: string | undefined;
}

export const cancelled: Failure = {
  type: "cancelled",
  message: "the application stopped reading the answer",
  className: "Cancelled",
};
export const interrupted: Failure = {
  type: "stream_interrupted",
  message: "the stream ended without its last event",
  className: "StreamInterrupted",
};

/**
 * Reads what an SDK throws: an error of openai, Anthropic, Google, AWS or the AI SDK, or anything else with a
 * message.
 */
export function failureOf(thrown: unknown): Failure {
  const error = looseObject(thrown) ?? {};
  const className = classOf(thrown);
  const body = bodyOf(error);
  const message = looseText(thrown instanceof Error ? thrown.message : thrown) ?? className;
  const inBody = body && errorOf(body);
  return {
    type: inBody?.type ?? looseText(error["type"]) ?? className,
    code: inBody?.code ?? codeOf(error["code"]) ?? causeOf(error),
    status: statusOf(error) ?? inBody?.status,
    message: inBody?.message ?? message,
    className,
    stack: thrown instanceof Error ? thrown.stack : undefined,
  };
}

/** Reads an error from inside a stream: a provider's object, or the SDK's error for it. */
export function streamFailure(error: unknown): Failure {
  if (error instanceof Error) return failureOf(error);
  const className = looseText(looseObject(error)?.["type"]) ?? "ProviderError";
  return { ...failureOf({ error, message: looseText(error) }), className };
}

function classOf(thrown: unknown): string {
  const { name, constructor } = (thrown ?? {}) as { name?: unknown; constructor?: { name?: unknown } };
  const named = looseText(name);
  const made = looseText(constructor?.name);
  return (named === undefined || named === "Error" ? made : named) ?? "Error";
}

/**
 * Returns the provider's own error object: a member of the thrown error, or JSON in its message or response body.
 */
function bodyOf(error: Loose): Loose | undefined {
  const nested = looseObject(error["error"]) ?? looseObject(error["data"]);
  const body = nested ?? jsonIn(looseText(error["responseBody"])) ?? jsonIn(looseText(error["message"]));
  return looseObject(body?.["error"]) ?? body;
}

function jsonIn(text: string | undefined): Loose | undefined {
  const at = text?.indexOf("{") ?? -1;
  if (text === undefined || at < 0 || at > 200) return undefined;
  const parsed = looseObject(parsedJson(text.slice(at)));
  return parsed && (parsed["error"] !== undefined || parsed["message"] !== undefined) ? parsed : undefined;
}

function statusOf(error: Loose): number | undefined {
  const metadata = looseObject(error["$metadata"]);
  return looseNumber(error["status"]) ?? looseNumber(error["statusCode"]) ?? looseNumber(metadata?.["httpStatusCode"]);
}

function causeOf(error: Loose, depth = 0): string | undefined {
  const cause = looseObject(error["cause"]);
  if (!cause || depth > 4) return undefined;
  return looseText(cause["code"]) ?? causeOf(cause, depth + 1);
}

const codeOf = (code: unknown): string | undefined => looseText(code) ?? looseNumber(code)?.toString();
