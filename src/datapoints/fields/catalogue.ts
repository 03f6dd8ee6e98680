import { sources } from "../../otlp/index.ts";
import { finishReasons, flags, operations } from "../datapoint.ts";
import { errorTypes } from "../errors/error-types.ts";
import { field, plain } from "../query/field.ts";
import type { StoredField } from "./stored-field.ts";

/** Stored fields of a datapoint, by their names in rows of lists, in the order in which rows are written. */
export const storedFields = {
  traceId: {
    kind: "text",
    read: ({ traceId }) => traceId,
    isListed: true,
    query: field("trace", "id", "Trace id, 32 hex digits.", { aliases: ["trace_id", "traceid"] }),
  },
  spanId: { kind: "text", read: ({ spanId }) => spanId, isListed: true },
  parentSpanId: { kind: "optionalText", read: ({ parentSpanId }) => parentSpanId },
  spanIds: {
    kind: "texts",
    read: ({ spanIds }) => spanIds,
    query: field("span", "id", "Any span that describes the call, 16 hex digits.", { aliases: ["span_id", "spanid"] }),
  },
  source: {
    kind: "word",
    read: ({ source }) => source,
    values: sources,
    isListed: true,
    query: field("source", "enum", "Source of the call.", { values: plain(sources, { api: ["sdk"] }) }),
  },
  convention: {
    kind: "word",
    read: ({ convention }) => convention,
    query: field("convention", "name", "Convention the spans were written in."),
  },
  operation: {
    kind: "word",
    read: ({ operation }) => operation,
    values: operations,
    isListed: true,
    query: field("op", "enum", "Kind of call.", {
      aliases: ["operation"],
      values: plain(operations, { embedding: ["embed", "embeddings"], completion: ["complete"] }),
    }),
  },
  startedAt: {
    kind: "time",
    read: ({ startedAt }) => startedAt,
    isListed: true,
    query: field("ts", "time", "Start of the call.", { aliases: ["time", "timestamp", "started"] }),
  },
  endedAt: { kind: "time", read: ({ endedAt }) => endedAt },
  durationMs: {
    kind: "number",
    read: ({ durationMs }) => durationMs,
    isListed: true,
    query: field("latency", "number", "Duration of the call.", { aliases: ["duration"], unit: "duration" }),
  },
  timeToFirstTokenMs: {
    kind: "optionalNumber",
    read: ({ timeToFirstTokenMs }) => timeToFirstTokenMs,
    isListed: true,
    query: field("ttft", "number", "Time to the first token.", { unit: "duration" }),
  },
  streaming: {
    kind: "optionalBoolean",
    read: ({ streaming }) => streaming,
    query: field("streaming", "enum", "Whether the answer was streamed.", {
      aliases: ["stream"],
      values: { true: ["yes"], false: ["no"] },
    }),
  },
  provider: {
    kind: "optionalWord",
    read: ({ provider }) => provider,
    isListed: true,
    query: field("provider", "name", "Vendor of the model.", { aliases: ["vendor"] }),
  },
  requestModel: {
    kind: "optionalWord",
    read: ({ requestModel }) => requestModel,
    isListed: true,
    query: field("model.request", "name", "Model as requested."),
  },
  responseModel: {
    kind: "optionalWord",
    read: ({ responseModel }) => responseModel,
    isListed: true,
    query: field("model.response", "name", "Model that answered."),
  },
  responseId: { kind: "optionalText", read: ({ responseId }) => responseId },
  finishReasons: {
    kind: "words",
    read: (datapoint) => datapoint.finishReasons,
    values: finishReasons,
    isListed: true,
    query: field("finish", "enum", "Finish reason of any choice.", {
      aliases: ["finish_reason", "stop_reason"],
      values: plain(finishReasons, { length: ["max_tokens"], stop: ["end_turn"], tool_calls: ["tool_use"] }),
    }),
  },
  inputTokens: {
    kind: "optionalNumber",
    read: ({ usage }) => usage.inputTokens,
    path: ["usage", "inputTokens"],
    isListed: true,
    query: field("tokens.in", "number", "Input tokens, cached ones included.", {
      aliases: ["tokens.input"],
      unit: "count",
    }),
  },
  outputTokens: {
    kind: "optionalNumber",
    read: ({ usage }) => usage.outputTokens,
    path: ["usage", "outputTokens"],
    isListed: true,
    query: field("tokens.out", "number", "Output tokens, reasoning included.", {
      aliases: ["tokens.output"],
      unit: "count",
    }),
  },
  cacheReadTokens: {
    kind: "optionalNumber",
    read: ({ usage }) => usage.cacheReadTokens,
    path: ["usage", "cacheReadTokens"],
    isListed: true,
    query: field("tokens.cached", "number", "Input tokens read from a cache.", { unit: "count" }),
  },
  cacheWriteTokens: {
    kind: "optionalNumber",
    read: ({ usage }) => usage.cacheWriteTokens,
    path: ["usage", "cacheWriteTokens"],
    isListed: true,
  },
  reasoningTokens: {
    kind: "optionalNumber",
    read: ({ usage }) => usage.reasoningTokens,
    path: ["usage", "reasoningTokens"],
    isListed: true,
    query: field("tokens.reasoning", "number", "Reasoning tokens.", { unit: "count" }),
  },
  costUsd: {
    kind: "optionalNumber",
    read: ({ cost }) => cost?.usd,
    path: ["cost", "usd"],
    isListed: true,
    query: field("cost", "number", "Cost in US dollars.", { unit: "usd" }),
  },
  costComplete: { kind: "optionalBoolean", read: ({ cost }) => cost?.complete, path: ["cost", "complete"] },
  errorType: {
    kind: "optionalWord",
    read: ({ error }) => error?.type,
    path: ["error", "type"],
    values: errorTypes,
    isListed: true,
    query: field("error.type", "enum", "Type of the error.", { values: plain(errorTypes) }),
  },
  errorProviderType: {
    kind: "optionalWord",
    read: ({ error }) => error?.providerType,
    path: ["error", "providerType"],
  },
  errorCode: {
    kind: "optionalWord",
    read: ({ error }) => error?.code,
    path: ["error", "code"],
    query: field("error.code", "name", "Error code as the provider spelled it."),
  },
  errorStatus: {
    kind: "optionalNumber",
    read: ({ error }) => error?.status,
    path: ["error", "status"],
    query: field("http.status", "number", "HTTP status of a failed call.", {
      aliases: ["error.status"],
      unit: "plain",
    }),
  },
  errorMessage: {
    kind: "optionalText",
    read: ({ error }) => error?.message,
    path: ["error", "message"],
    isListed: true,
  },
  sessionId: {
    kind: "optionalText",
    read: ({ sessionId }) => sessionId,
    isListed: true,
    query: field("session", "id", "Session or conversation id.", {
      aliases: ["session_id", "sessionid", "conversation"],
    }),
  },
  userId: {
    kind: "optionalText",
    read: ({ userId }) => userId,
    isListed: true,
    query: field("user", "id", "Id of the end user.", { aliases: ["user_id", "userid"] }),
  },
  service: {
    kind: "optionalWord",
    read: ({ service }) => service,
    isListed: true,
    query: field("service", "name", "Service that made the call.", { aliases: ["service.name"] }),
  },
  environment: {
    kind: "optionalWord",
    read: ({ environment }) => environment,
    isListed: true,
    query: field("env", "name", "Deployment environment.", { aliases: ["environment"] }),
  },
  release: {
    kind: "optionalWord",
    read: ({ release }) => release,
    isListed: true,
    query: field("release", "name", "Version of the service.", { aliases: ["version", "service.version"] }),
  },
  tags: {
    kind: "words",
    read: ({ tags }) => tags,
    isListed: true,
    query: field("tag", "name", "Any tag.", { aliases: ["tags"] }),
  },
  flags: { kind: "words", read: (datapoint) => datapoint.flags, values: flags },
} as const satisfies Readonly<Record<string, StoredField>>;

type Fields = typeof storedFields;
export type StoredKey = keyof Fields;
export type ListedKey = { [Key in StoredKey]: Fields[Key] extends { isListed: true } ? Key : never }[StoredKey];
export type StoredQueryKey = {
  [Key in StoredKey]: Fields[Key] extends { query: { key: infer Name } } ? Name : never;
}[StoredKey];

export const storedEntries = Object.entries(storedFields) as readonly (readonly [StoredKey, StoredField])[];
