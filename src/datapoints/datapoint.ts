import type { AttributeValue, Source } from "../otlp/index.ts";
import type { DatapointId, ProjectId } from "../platform/ids.ts";
import type { Json } from "../platform/json/json.ts";
import type { ErrorLayer, ErrorType } from "./errors/error-types.ts";
import type { StepKind } from "./failures/step-kind.ts";

export const operations = ["chat", "completion", "embedding"] as const;
export type Operation = (typeof operations)[number];

export const finishReasons = ["stop", "length", "tool_calls", "content_filter", "error", "other"] as const;
export type FinishReason = (typeof finishReasons)[number];

export const roles = ["system", "user", "assistant", "tool"] as const;
export type Role = (typeof roles)[number];

export type Part =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "reasoning"; readonly text: string }
  | { readonly type: "refusal"; readonly text: string }
  /** `arguments` is the parsed object, or the original text if it does not parse. */
  | { readonly type: "tool_call"; readonly id?: string; readonly name: string; readonly arguments: Json }
  | { readonly type: "tool_result"; readonly id?: string; readonly name?: string; readonly result: Json }
  | {
      readonly type: "image" | "audio" | "file";
      readonly mediaType?: string;
      readonly url?: string;
      /** SHA-256 of the content-addressed copy in Gaffe's media store, and its length in bytes. */
      readonly sha256?: string;
      readonly bytes?: number;
    }
  | { readonly type: "other"; readonly value: Json };

export interface Message {
  readonly role: Role;
  readonly name?: string;
  readonly parts: readonly Part[];
}

export interface ToolDefinition {
  readonly name: string;
  readonly description?: string;
  /** JSON Schema of the arguments. */
  readonly parameters?: Json;
}

export interface Params {
  readonly temperature?: number;
  readonly topP?: number;
  readonly topK?: number;
  readonly maxTokens?: number;
  readonly stop?: readonly string[];
  readonly seed?: number;
  readonly frequencyPenalty?: number;
  readonly presencePenalty?: number;
  readonly responseFormat?: Json;
  readonly choiceCount?: number;
  readonly reasoningLevel?: string;
  readonly parallelToolCalls?: boolean;
}

/** Token counts. `inputTokens` includes cached tokens, `outputTokens` includes reasoning; absent means unknown, never 0. */
export interface Usage {
  readonly inputTokens?: number;
  readonly outputTokens?: number;
  readonly cacheReadTokens?: number;
  readonly cacheWriteTokens?: number;
  readonly reasoningTokens?: number;
}

/** US dollars. `complete` is false where the price of a token class, or a count, is unknown. */
export interface Cost {
  readonly usd: number;
  readonly complete: boolean;
}

export interface CallError {
  readonly type: ErrorType;
  /** What decided on the type, and how sure that is (0 to 1). Absent in datapoints of earlier versions. */
  readonly decidedBy?: ErrorLayer;
  readonly certainty?: number;
  /** `error.type` as the provider or its SDK spelled it (`rate_limit_error`, `RateLimitError`). */
  readonly providerType?: string;
  readonly code?: string;
  /** HTTP status. */
  readonly status?: number;
  readonly message?: string;
  /**
   * Context limit of the model, and size of the request, in tokens, where the message of a context_too_large error
   * states them.
   */
  readonly contextLimit?: number;
  readonly contextUsed?: number;
  /** Stack trace of the exception, in its language's format; frames of libraries are left out. */
  readonly stack?: string;
}

/** A step of the trace around a call that ended in an exception or an error. */
export interface FailedStep {
  readonly spanId: string;
  readonly kind: StepKind;
  /** Name of the tool or the agent, else of the span. */
  readonly name: string;
  readonly error: CallError;
}

export const flags = [
  "truncated", // a value was cut by the source or by Gaffe's limits
  "content_missing", // the source records no message content
  "content_dropped", // the project stores no message content: it was dropped on receipt
  "content_redacted", // content was replaced by a marker at the source, or by Gaffe's redaction rules
  "usage_estimated", // token counts are an estimate of the source, not the provider's
  "never_called", // the model was never called: a step of the trace failed first
  "partial", // the call never ended: an interrupted stream, or a span that never arrived
  "clock_skew", // it ended before it started, started after its arrival, or before model APIs existed
] as const;
export type Flag = (typeof flags)[number];

/**
 * `provider`: the model saw the earlier messages, although the request does not repeat them. `application`: the calls
 * share a conversation id, and whether the model saw the earlier ones is unknown.
 */
export const dialogHolders = ["provider", "application"] as const;
export type DialogHolder = (typeof dialogHolders)[number];

/** One earlier call of a dialog: its request and its response, without the system prompt. */
export interface DialogTurn {
  readonly datapointId: DatapointId;
  /** Unix milliseconds; ISO 8601 on the wire. */
  readonly startedAt: number;
  readonly messages: readonly Message[];
}

/** The dialog before a call whose request does not repeat it, read from earlier datapoints of the project. */
export interface DialogHistory {
  readonly heldBy: DialogHolder;
  /** Oldest first. */
  readonly turns: readonly DialogTurn[];
  /** Id of a response that the dialog continues and that isn't stored: what came before it is unknown. */
  readonly missingResponseId?: string;
  /** Older turns were left out: the dialog is long, or reading it took too long. */
  readonly isCut?: true;
}

/** One recorded model call: request and response. An absent key means absent, never "", -1 or 0. */
export interface Datapoint {
  readonly id: DatapointId;
  readonly projectId: ProjectId;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly source: Source;
  /** Name of the convention that claimed it (see the conventions registry). */
  readonly convention: string;
  readonly operation: Operation;
  /** Unix milliseconds with fractions; ISO 8601 on the wire. */
  readonly startedAt: number;
  readonly endedAt: number;
  readonly durationMs: number;
  readonly timeToFirstTokenMs?: number;
  readonly streaming?: boolean;
  readonly provider?: string;
  readonly requestModel?: string;
  readonly responseModel?: string;
  readonly responseId?: string;
  /** Dialog before a request that does not repeat it. Added when a datapoint is read; never stored. */
  readonly dialogHistory?: DialogHistory;
  readonly input: readonly Message[];
  readonly output: readonly Message[];
  readonly tools: readonly ToolDefinition[];
  readonly toolChoice?: Json;
  readonly params: Params;
  readonly finishReasons: readonly FinishReason[];
  readonly usage: Usage;
  readonly cost?: Cost;
  readonly error?: CallError;
  /** Tools, agents and other steps of the trace that failed around this call; absent if none did. */
  readonly failedSteps?: readonly FailedStep[];
  readonly sessionId?: string;
  readonly userId?: string;
  readonly service?: string;
  readonly environment?: string;
  readonly release?: string;
  readonly tags: readonly string[];
  readonly metadata: ReadonlyMap<string, Json>;
  /** All attributes of the primary span as received; resource attributes are stored with the span. */
  readonly attributes: ReadonlyMap<string, AttributeValue>;
  readonly flags: readonly Flag[];
  /** All spans that describe this call, the primary one first. */
  readonly spanIds: readonly string[];
}
