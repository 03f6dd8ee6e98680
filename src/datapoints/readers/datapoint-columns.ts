import { z } from "zod";
import type { DatapointRow } from "../ports/datapoint-reader.ts";
import { withoutNulls } from "./reads.ts";

/** Columns of `datapoints` that a list reads: no searched text, no attributes. */
export const listColumns = `
  toFloat64(toUnixTimestamp64Milli(at)) AS partitionTime, id, trace_id AS traceId, span_id AS spanId, source, operation,
  toUnixTimestamp64Micro(started_at) / 1000 AS startedAt, duration_ms AS durationMs,
  time_to_first_token_ms AS timeToFirstTokenMs, provider, request_model AS requestModel,
  response_model AS responseModel, input_preview AS inputPreview, output_preview AS outputPreview,
  finish_reasons AS finishReasons, input_tokens AS inputTokens, output_tokens AS outputTokens,
  cache_read_tokens AS cacheReadTokens, cache_write_tokens AS cacheWriteTokens, reasoning_tokens AS reasoningTokens,
  cost_usd AS costUsd, error_type AS errorType, error_message AS errorMessage, session_id AS sessionId,
  user_id AS userId, service, environment, release, tags, media`;

/** Additional columns of the page of one datapoint. */
export const detailColumns = `${listColumns},
  parent_span_id AS parentSpanId, span_ids AS spanIds, convention,
  toUnixTimestamp64Micro(ended_at) / 1000 AS endedAt, streaming, response_id AS responseId,
  cost_complete AS costComplete, error_provider_type AS errorProviderType, error_code AS errorCode,
  error_status AS errorStatus, flags, monitor_ids AS monitorIds, metadata, attributes`;

const text = z.string().nullable();
const number = z.number().nullable();

const ListColumns = z.strictObject({
  partitionTime: z.number(),
  id: z.string(),
  traceId: z.string(),
  spanId: z.string(),
  source: z.string(),
  operation: z.string(),
  startedAt: z.number(),
  durationMs: z.number(),
  timeToFirstTokenMs: number,
  provider: text,
  requestModel: text,
  responseModel: text,
  inputPreview: z.string(),
  outputPreview: z.string(),
  finishReasons: z.array(z.string()),
  inputTokens: number,
  outputTokens: number,
  cacheReadTokens: number,
  cacheWriteTokens: number,
  reasoningTokens: number,
  costUsd: number,
  errorType: text,
  errorMessage: text,
  sessionId: text,
  userId: text,
  service: text,
  environment: text,
  release: text,
  tags: z.array(z.string()),
  media: z.array(z.string()),
});

/** Like `ListColumns`, but with unparsed maps: zod would drop a key `__proto__`. */
export const DetailColumns = ListColumns.extend({
  parentSpanId: text,
  spanIds: z.array(z.string()),
  convention: z.string(),
  endedAt: z.number(),
  streaming: z.boolean().nullable(),
  responseId: text,
  costComplete: z.boolean().nullable(),
  errorProviderType: text,
  errorCode: text,
  errorStatus: number,
  flags: z.array(z.string()),
  monitorIds: z.array(z.string()),
  metadata: z.custom<Readonly<Record<string, string>>>((value) => typeof value === "object"),
  attributes: z.custom<Readonly<Record<string, string>>>((value) => typeof value === "object"),
});
export type DetailColumns = z.infer<typeof DetailColumns>;

/** A row of the list and its partition time; its verdicts are counted separately. */
export interface Listed {
  readonly partitionTime: number;
  readonly row: Omit<DatapointRow, "verdicts" | "partitionTime">;
}

export function listedOf(row: unknown): Listed {
  const {
    partitionTime,
    media,
    inputTokens,
    outputTokens,
    cacheReadTokens,
    cacheWriteTokens,
    reasoningTokens,
    ...rest
  } = ListColumns.parse(row);
  const usage = withoutNulls({ inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens, reasoningTokens });
  // Enum values were validated when the row was written.
  return {
    partitionTime,
    row: { ...withoutNulls(rest), usage, ...(media.length === 0 ? {} : { media }) } as unknown as Listed["row"],
  };
}
