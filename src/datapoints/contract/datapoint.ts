import { z } from "zod";
import { unreachable } from "../../platform/http/unreachable.ts";
import { AnyJson, JsonObject, pageOf, Time } from "../../server/service.ts";
import { finishReasons, operations, type Datapoint as StoredDatapoint } from "../datapoint.ts";
import { errorLayers, errorTypes } from "../errors/error-types.ts";
import { stepKinds } from "../failures/step-kind.ts";
import { type ListedKey, type StoredKey, storedEntries, type storedFields } from "../fields/catalogue.ts";
import type { StoredField } from "../fields/stored-field.ts";
import { evidenceTargets } from "../text/evidence.ts";
import { verdictStates } from "../verdicts/verdict.ts";
import { Feedback } from "./feedback.ts";
import { hexOf } from "./hex.ts";
import { DialogHistory, Message } from "./message.ts";

const Tool = z.strictObject({
  name: z.string(),
  description: z.string().optional(),
  parameters: AnyJson.optional(),
});

const Params = z.strictObject({
  temperature: z.number().optional(),
  topP: z.number().optional(),
  topK: z.number().optional(),
  maxTokens: z.number().optional(),
  stop: z.array(z.string()).optional(),
  seed: z.number().optional(),
  frequencyPenalty: z.number().optional(),
  presencePenalty: z.number().optional(),
  responseFormat: AnyJson.optional(),
  choiceCount: z.number().optional(),
  reasoningLevel: z.string().optional(),
  parallelToolCalls: z.boolean().optional(),
});

const tokens = z.number().int().nonnegative().optional();
const Usage = z.strictObject({
  inputTokens: tokens,
  outputTokens: tokens,
  cacheReadTokens: tokens,
  cacheWriteTokens: tokens,
  reasoningTokens: tokens,
});

const CallError = z.strictObject({
  type: z.enum(errorTypes),
  decidedBy: z.enum(errorLayers).optional().describe("What decided on the type: code, phrase, model, status, none"),
  certainty: z.number().min(0).max(1).optional().describe("How sure the type is"),
  providerType: z.string().optional(),
  code: z.string().optional(),
  status: z.int().optional(),
  message: z.string().optional(),
  contextLimit: tokens.describe(
    "Context limit of the model in tokens, if the message of a context_too_large error states it",
  ),
  contextUsed: tokens.describe("Tokens that were sent"),
  stack: z.string().optional().describe("Stack trace of the exception, without frames of libraries"),
});

const FailedStep = z
  .strictObject({
    spanId: z.string(),
    kind: z.enum(stepKinds),
    name: z.string().describe("Name of the tool or the agent, else of the span"),
    error: CallError,
  })
  .meta({ id: "FailedStep" });

export const Verdict = z
  .strictObject({
    check: z.string(),
    version: z.int(),
    state: z.enum(verdictStates),
    value: z.union([z.boolean(), z.number()]).optional(),
    label: z.string().optional().describe("The category, where a check sorts"),
    reason: z.string().optional().describe("Why it was skipped, could not be run, or is still waiting"),
    explanation: z.string().optional(),
    evidence: z.array(
      z.strictObject({ target: z.enum(evidenceTargets), start: z.int(), end: z.int(), text: z.string() }),
    ),
    monitorIds: z.array(z.string()),
    model: z.string().optional().describe("The judge model"),
    costUsd: z.number().optional().describe("This verdict's share of the judge's call"),
    inputTokens: z.number().optional(),
    outputTokens: z.number().optional(),
    durationMs: z.number(),
    at: Time,
  })
  .meta({ id: "Verdict" });

/** What one monitor did with one datapoint. */
const MonitorReading = z.strictObject({
  id: z.string(),
  name: z.string(),
  matched: z.boolean().describe("Whether it requested checks of this datapoint when the datapoint arrived"),
  reason: z.string().describe("Why it matched, or did not"),
});

type Schema<Value, Kind> = Kind extends "time" ? typeof Time : z.ZodType<Value>;
type Schemas<Keys extends keyof DatapointFields> = {
  readonly [Key in Keys]: undefined extends DatapointFields[Key]
    ? z.ZodOptional<z.ZodType<NonNullable<DatapointFields[Key]>>>
    : Schema<DatapointFields[Key], (typeof storedFields)[Key]["kind"]>;
};
type DatapointFields = Pick<StoredDatapoint, Extract<StoredKey, keyof StoredDatapoint>>;

/** Schemas of the stored fields at the top of a datapoint's JSON. */
const schemas = Object.fromEntries(
  storedEntries.flatMap(([key, field]) => (field.path ? [] : [[key, schemaOf(field)]])),
) as unknown as Schemas<keyof DatapointFields>;

function schemaOf({ kind, values }: StoredField): z.ZodType {
  const text = values ? z.enum(values) : z.string();
  switch (kind) {
    case "text":
    case "word":
      return text;
    case "optionalText":
    case "optionalWord":
      return text.optional();
    case "number":
      return z.number();
    case "optionalNumber":
      return z.number().optional();
    case "optionalBoolean":
      return z.boolean().optional();
    case "texts":
    case "words":
      return z.array(text);
    case "time":
      return Time;
    default:
      return unreachable(kind);
  }
}

const Datapoint = z
  .strictObject({
    id: z.string(),
    projectId: z.string(),
    ...schemas,
    input: z.array(Message),
    output: z.array(Message),
    tools: z.array(Tool).optional(),
    toolChoice: AnyJson.optional(),
    params: Params,
    usage: Usage,
    cost: z.strictObject({ usd: z.number(), complete: z.boolean() }).optional(),
    error: CallError.optional(),
    failedSteps: z
      .array(FailedStep)
      .optional()
      .describe("Tools, agents and other steps of the trace that failed around this call"),
    metadata: JsonObject,
    attributes: JsonObject,
  })
  .meta({ id: "Datapoint" });

export const DatapointDetail = Datapoint.extend({
  dialogHistory: DialogHistory.optional().describe(
    "Dialog before a request that does not repeat it (previous_response_id, conversations, threads), oldest turn first",
  ),
  verdicts: z.array(Verdict),
  monitors: z.array(MonitorReading),
  feedback: z.array(Feedback).describe("Of users and evaluators, newest first"),
  cuts: z
    .array(z.strictObject({ pointer: z.string(), kind: z.enum(["text", "list", "object"]), length: z.int() }))
    .optional()
    .describe("For requests that limit long values: which values are cut, and their full lengths (see …/payload)"),
}).meta({ id: "DatapointDetail" });

const listed = Object.fromEntries(
  Object.entries(schemas).filter(([key]) => storedEntries.some(([other, { isListed }]) => other === key && isListed)),
) as unknown as Schemas<Extract<ListedKey, keyof DatapointFields>>;

export const DatapointRow = z
  .strictObject({
    id: z.string(),
    ...listed,
    partitionTime: Time.describe(
      "Sort time of lists: the start, or the arrival if the start is after it or over an hour before it",
    ),
    inputPreview: z.string(),
    outputPreview: z.string(),
    usage: Usage,
    costUsd: z.number().optional(),
    errorType: z.enum(errorTypes).optional(),
    errorMessage: z.string().optional(),
    media: z
      .array(z.enum(["image", "audio", "file"]))
      .optional()
      .describe("One entry for each of its dialog"),
    verdicts: z.partialRecord(z.enum(verdictStates), z.int()),
  })
  .meta({ id: "DatapointRow" });

export const DatapointPage = pageOf(DatapointRow).extend({
  nextCursor: z
    .string()
    .optional()
    .describe("Absent on the last page only. A page is answered in about two seconds: it may be short, or empty"),
  searchedTo: Time.optional().describe(
    "Older data was not searched because of the time limit; nextCursor continues there. Absent: the page is full, or the last",
  ),
});

const Sent = z.union([z.string(), z.array(Message).max(2000)]);

/** A model call that a client records directly. A plain text is one message of the user or the assistant. */
export const NewDatapoint = z
  .strictObject({
    traceId: hexOf(32).optional(),
    spanId: hexOf(16).optional(),
    parentSpanId: hexOf(16).optional(),
    operation: z.enum(operations).default("chat"),
    startedAt: z.iso.datetime({ offset: true }).optional().describe("Default: when it was received"),
    durationMs: z.number().nonnegative().max(86_400_000).default(0),
    timeToFirstTokenMs: z.number().nonnegative().optional(),
    provider: z.string().max(200).optional(),
    requestModel: z.string().max(500).optional(),
    responseModel: z.string().max(500).optional(),
    responseId: z.string().max(500).optional(),
    input: Sent,
    output: Sent.default([]),
    tools: z.array(Tool).max(1000).default([]),
    params: Params.default({}),
    finishReasons: z.array(z.enum(finishReasons)).max(100).default([]),
    usage: Usage.default({}),
    error: z
      .strictObject({
        providerType: z.string().max(500).optional(),
        code: z.string().max(500).optional(),
        status: z.int().optional(),
        message: z.string().max(100_000).optional(),
      })
      .optional(),
    sessionId: schemas.sessionId,
    userId: schemas.userId,
    service: schemas.service,
    environment: schemas.environment,
    release: schemas.release,
    tags: z.array(z.string().max(200)).max(100).default([]),
    metadata: JsonObject.default({}),
  })
  .meta({ id: "NewDatapoint" });
export type NewDatapoint = z.output<typeof NewDatapoint>;

const RecordedDatapoint = z
  .strictObject({ id: z.string(), traceId: z.string(), spanId: z.string() })
  .meta({ id: "RecordedDatapoint" });

export const Recorded = z.strictObject({ items: z.array(RecordedDatapoint) });
