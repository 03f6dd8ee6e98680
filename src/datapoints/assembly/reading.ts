import type { Json } from "../../platform/json/json.ts";
import type { FinishReason, Message, Operation, Params, ToolDefinition } from "../datapoint.ts";
import { withSystem } from "../shapes/messages/messages.ts";
import { eitherCounts, type TokenCounts } from "../shapes/usage.ts";

/** What a source reports of a failed call, before classification. */
export interface ErrorFacts {
  readonly providerType?: string | undefined;
  readonly code?: string | undefined;
  readonly status?: number | undefined;
  readonly message?: string | undefined;
  /** Stack trace of the exception, the user's frames only. */
  readonly stack?: string | undefined;
}

/**
 * What one span, log record or wire copy contains of a model call. Absent fields are undefined; nothing is
 * guessed.
 */
export interface Reading {
  readonly provider?: string | undefined;
  readonly requestModel?: string | undefined;
  readonly responseModel?: string | undefined;
  readonly responseId?: string | undefined;
  readonly operation?: Operation | undefined;
  readonly input?: readonly Message[] | undefined;
  readonly output?: readonly Message[] | undefined;
  readonly tools?: readonly ToolDefinition[] | undefined;
  readonly toolChoice?: Json | undefined;
  readonly params?: Params | undefined;
  readonly finishReasons?: readonly FinishReason[] | undefined;
  readonly usage?: TokenCounts | undefined;
  readonly streaming?: boolean | undefined;
  readonly timeToFirstTokenMs?: number | undefined;
  readonly error?: ErrorFacts | undefined;
}

/** Returns the first reading with its gaps filled from the others, in their order. */
export function fill(...readings: readonly (Reading | undefined)[]): Reading {
  return readings.reduce<Reading>((made, next) => (next === undefined ? made : filled(made, next)), {});
}

function filled(one: Reading, other: Reading): Reading {
  return {
    ...eitherOf(one, other),
    ...eitherContent(one, other),
    params: one.params && other.params ? { ...other.params, ...one.params } : (one.params ?? other.params),
    usage: eitherCounts(one.usage, other.usage),
    error: eitherError(one.error, other.error),
  };
}

const eitherOf = (one: Reading, other: Reading): Reading => ({
  provider: one.provider ?? other.provider,
  requestModel: one.requestModel ?? other.requestModel,
  responseModel: one.responseModel ?? other.responseModel,
  responseId: one.responseId ?? other.responseId,
  operation: one.operation ?? other.operation,
  toolChoice: one.toolChoice ?? other.toolChoice,
  streaming: one.streaming ?? other.streaming,
  timeToFirstTokenMs: one.timeToFirstTokenMs ?? other.timeToFirstTokenMs,
});

const eitherContent = (one: Reading, other: Reading): Reading => ({
  input: joined(one.input, other.input),
  output: saying(one.output) ?? other.output ?? one.output,
  tools: some(one.tools) ?? other.tools,
  finishReasons: some(one.finishReasons) ?? other.finishReasons,
});

/** Some sources record the system prompt separately from the conversation: neither replaces the other. */
function joined(
  one: readonly Message[] | undefined,
  other: readonly Message[] | undefined,
): readonly Message[] | undefined {
  if (one === undefined || one.length === 0 || other === undefined || other.length === 0) return some(one) ?? other;
  return one.every((message) => message.role === "system") && other.some((message) => message.role !== "system")
    ? withSystem(other, one)
    : one;
}

const some = <Item>(list: readonly Item[] | undefined) => (list && list.length > 0 ? list : undefined);

const saying = (messages: readonly Message[] | undefined) =>
  messages?.some((message) => message.parts.length > 0) ? messages : undefined;

function eitherError(one: ErrorFacts | undefined, other: ErrorFacts | undefined): ErrorFacts | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return {
    providerType: one.providerType ?? other.providerType,
    code: one.code ?? other.code,
    status: one.status ?? other.status,
    message: one.message ?? other.message,
    stack: one.stack ?? other.stack,
  };
}
