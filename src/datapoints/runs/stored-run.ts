import { z } from "zod";
import { anyJson, jsonObject, type Members } from "../../storage/service.ts";
import type { CallFacts } from "../assembly/call-facts.ts";
import type { Usage } from "../datapoint.ts";
import type { Conversation, ConversationMessage, ConversationTurn } from "../traces/conversation.ts";
import type { BroughtVerdict, RunCheck } from "./run-check.ts";
import type { Driver, Simulation } from "./simulation.ts";

const text = z.string();
const count = z.number();

const runCheck = {
  check: text,
  options: jsonObject,
  local: z
    .object({ version: count, direction: z.enum(["higher", "lower", "neutral"]).exactOptional() })
    .exactOptional(),
  allowSkipped: z.literal(true).exactOptional(),
};
export const storedRunChecks: z.ZodType<readonly RunCheck[]> = z.array(z.object(runCheck satisfies Members<RunCheck>));

export const storedSimulation: z.ZodType<Simulation> = z.object({
  driver: z.object({
    promptTemplate: text,
    model: text.exactOptional(),
    judge: text.exactOptional(),
    temperature: count,
  } satisfies Members<Driver>),
  maxTurns: count,
  firstTurn: z.enum(["driver", "target"]),
  stop: z
    .object({
      phrase: text.exactOptional(),
      check: z.object({ ...runCheck, stopOn: z.boolean() }).exactOptional(),
    } satisfies Members<NonNullable<Simulation["stop"]>>)
    .exactOptional(),
  checksAtEveryTurn: z.boolean(),
} satisfies Members<Simulation>);

export const storedCall: z.ZodType<CallFacts> = z.object({
  provider: text.exactOptional(),
  requestModel: text.exactOptional(),
  responseModel: text.exactOptional(),
  responseId: text.exactOptional(),
  usage: z
    .object({
      inputTokens: count.exactOptional(),
      outputTokens: count.exactOptional(),
      cacheReadTokens: count.exactOptional(),
      cacheWriteTokens: count.exactOptional(),
      reasoningTokens: count.exactOptional(),
    } satisfies Members<Usage>)
    .exactOptional(),
  tools: z.array(anyJson).exactOptional(),
  params: jsonObject.exactOptional(),
  finishReason: text.exactOptional(),
  failure: z
    .object({
      status: count.exactOptional(),
      code: text.exactOptional(),
      providerType: text.exactOptional(),
    } satisfies Members<NonNullable<CallFacts["failure"]>>)
    .exactOptional(),
  attempts: count.exactOptional(),
} satisfies Members<CallFacts>);

export const storedBroughtVerdicts: z.ZodType<readonly BroughtVerdict[]> = z.array(
  z.discriminatedUnion("state", [
    z.object({
      check: text,
      state: z.enum(["passed", "failed"]),
      value: z.union([z.boolean(), count]),
      explanation: text,
      evidence: z.array(text),
    }),
    z.object({ check: text, state: z.enum(["skipped", "broken"]), reason: text }),
  ]),
);

export const storedTurns: z.ZodType<readonly ConversationTurn[]> = z.array(
  z.object({
    after: count,
    prediction: anyJson,
    metadata: anyJson.exactOptional(),
    call: storedCall.exactOptional(),
    verdicts: storedBroughtVerdicts.exactOptional(),
    targetTrace: z.object({ traceId: text, spanId: text }).exactOptional(),
    startedAt: count,
    durationMs: count,
  } satisfies Members<ConversationTurn>),
);

const message = z.object({
  role: z.enum(["user", "assistant"]),
  content: text,
  toolCalls: z.array(anyJson).exactOptional(),
} satisfies Members<ConversationMessage>);

export const storedConversation: z.ZodType<Conversation> = z.object({
  step: count,
  next: z.enum(["driver", "target", "judge", "ended"]),
  messages: z.array(message),
  opening: z.array(anyJson).exactOptional(),
  turns: storedTurns,
  sessionId: text.exactOptional(),
  ended: z.enum(["max_turns", "stop_phrase", "stop_check", "failed"]).exactOptional(),
  failure: z
    .object({ by: z.enum(["driver", "target"]), message: text, call: storedCall.exactOptional() })
    .exactOptional(),
} satisfies Members<Conversation>);
