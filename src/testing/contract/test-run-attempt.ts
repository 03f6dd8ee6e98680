import { z } from "zod";
import { errorTypes } from "../../datapoints/index.ts";
import { VerdictJson as Verdict } from "../../datapoints/service.ts";
import { AnyJson, GivenJson } from "../../server/service.ts";

export const LeaseRequest = z
  .strictObject({
    count: z.int().min(1).max(1000).default(10),
    seconds: z.int().min(10).max(3600).default(300).describe("A try without a result is given out again after that"),
  })
  .meta({ id: "LeaseRequest" });

const Messages = z
  .strictObject({ role: z.enum(["user", "assistant"]), content: z.string(), toolCalls: z.array(AnyJson).optional() })
  .meta({ id: "ConversationMessage" });

export const Leases = z
  .strictObject({
    items: z.array(
      z.strictObject({
        rowId: z.string(),
        repeat: z.int(),
        input: AnyJson,
        result: AnyJson.describe("Expected"),
        step: z.int().optional().describe("Of a conversation: to be sent back with the answer"),
        turn: z.int().optional().describe("Of a conversation: which answer of the target is wanted, from 1"),
        messages: z.array(Messages).optional().describe("Of a conversation: the messages so far"),
        sessionId: z.string().optional().describe("Of a conversation: as the target named it"),
      }),
    ),
    open: z.int().describe("Attempts without a result, including these; 0 means that the caller may stop"),
  })
  .meta({ id: "Leases" });

export const LeaseRenewal = z
  .strictObject({
    items: z
      .array(z.strictObject({ rowId: z.string().min(1).max(100), repeat: z.int().min(1).max(100).default(1) }))
      .min(1)
      .max(1000),
    seconds: LeaseRequest.shape.seconds,
  })
  .meta({ id: "LeaseRenewal" });

const tokens = z.number().int().nonnegative().optional();

const BroughtVerdict = z
  .discriminatedUnion("state", [
    z.strictObject({
      check: z.string().min(1).max(200),
      state: z.enum(["passed", "failed"]),
      value: z.union([z.boolean(), z.number()]),
      explanation: z.string().max(2000).default(""),
      evidence: z.array(z.string().max(1000)).max(20).default([]).describe("Passages of the call, word by word"),
    }),
    z.strictObject({
      check: z.string().min(1).max(200),
      state: z.enum(["skipped", "broken"]),
      reason: z.string().min(1).max(2000),
    }),
  ])
  .meta({ id: "BroughtVerdict" });

const TryResult = z
  .strictObject({
    rowId: z.string().min(1).max(100),
    repeat: z.int().min(1).max(100).default(1),
    step: z.int().min(0).optional().describe("Of a conversation: as it was leased"),
    sessionId: z.string().max(500).optional().describe("Of a conversation: what the target calls it"),
    modelPrediction: GivenJson.optional().describe("Text, label, list of ids, or `{tool_calls: [{name, parameters}]}`"),
    modelInput: GivenJson.optional().describe("The actual input of the model; default: the row's input"),
    modelOutputMetadata: GivenJson.optional(),
    error: z.string().max(10_000).optional().describe("Why there is no prediction"),
    verdicts: z.array(BroughtVerdict).max(100).optional().describe("Of the run's local checks"),
    startedAt: z.iso.datetime({ offset: true }).optional(),
    durationMs: z.number().nonnegative().max(86_400_000).default(0),
    usage: z
      .strictObject({ inputTokens: tokens, outputTokens: tokens, cacheReadTokens: tokens, reasoningTokens: tokens })
      .optional(),
    provider: z.string().max(200).optional(),
    model: z.string().max(500).optional().describe("The provider's name of the model that answered"),
  })
  .refine(({ modelPrediction, error }) => (modelPrediction === undefined) !== (error === undefined), {
    message: "give either modelPrediction or error",
    path: ["modelPrediction"],
  })
  .meta({ id: "TryResult" });

export const TryResults = z.strictObject({ items: z.array(TryResult).min(1).max(1000) }).meta({ id: "TryResults" });

export const TestRunRow = z
  .strictObject({
    rowId: z.string(),
    repeat: z.int(),
    input: AnyJson,
    expected: AnyJson,
    state: z.enum(["waiting", "leased", "done"]),
    prediction: AnyJson.optional(),
    error: z.string().optional(),
    errorType: z.enum(errorTypes).optional(),
    attempts: z.int().optional().describe("Calls it took, where it was more than one"),
    durationMs: z.number().optional(),
    costUsd: z.number().optional(),
    datapointId: z.string(),
    verdicts: z.array(Verdict),
    seedId: z.string().optional().describe("The row that this one was generated from"),
    conversation: z.array(Messages).optional().describe("Of a MULTI_TURN try that has begun"),
    turns: z
      .array(
        z.strictObject({
          turn: z.int(),
          datapointId: z.string(),
          durationMs: z.number(),
          targetTraceId: z.string().optional().describe("Trace that the target continues"),
          verdicts: z.array(Verdict),
        }),
      )
      .optional()
      .describe("Answers of the target; the last is the try's own datapoint"),
    ended: z.string().optional().describe("Why a conversation ended"),
  })
  .meta({ id: "TestRunRow" });
