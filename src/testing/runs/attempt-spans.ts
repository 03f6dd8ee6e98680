import { commonParams, toolsOf } from "../../../packages/genai-wire/src/dialects/openai-parts.ts";
import { type CallFacts, roles, runAttributes } from "../../datapoints/index.ts";
import { NewDatapoint, spanOf } from "../../datapoints/service.ts";
import type { AttributeValue, Span } from "../../otlp/index.ts";
import { Failure } from "../../platform/failure.ts";
import { isJsonObject, type Json, type JsonValue, member, parseJson } from "../../platform/json/json.ts";
import type { RegisteredModel } from "../registered-model.ts";
import { type RowResult, type RunRow, runSpan, type TestRun } from "../test-run.ts";

/**
 * Converts an attempt with a result to spans of its model calls, processed like any other datapoint. A
 * conversation has one per answer of the target, in one session; the last one carries the whole conversation
 * and is what the run's checks evaluate.
 */
export function attemptSpans(run: TestRun, model: Pick<RegisteredModel, "name">, row: RunRow): readonly Span[] {
  const { result } = row;
  if (!result) throw new Failure("defect", "an attempt without a result has no call");
  if (!result.turns) return [spanOfCall(run, model, row, { ...result, checks: run.checks })];
  const { turns, modelInput, error, call, startedAt } = result;
  const checks = run.simulation?.checksAtEveryTurn === true ? run.checks : [];
  const whole = Array.isArray(modelInput) ? (modelInput as readonly JsonValue[]) : [];
  const calls = turns.map((turn, index): RecordedCall => {
    const isLast = index === turns.length - 1 && error === undefined;
    return {
      ...turn,
      modelInput: whole.slice(0, turn.after),
      metadata: { ...(isJsonObject(turn.metadata) ? turn.metadata : {}), turn: index + 1 },
      checks: isLast ? run.checks : checks,
      ...(isLast ? {} : { turn: index + 1 }),
    };
  });
  if (error === undefined) return calls.map((each) => spanOfCall(run, model, row, each));
  const last = turns.at(-1);
  const failed: RecordedCall = {
    modelInput: whole,
    error,
    ...(call === undefined ? {} : { call }),
    startedAt: last ? last.startedAt + last.durationMs : startedAt,
    durationMs: 0,
    checks: run.checks,
    metadata: { turn: turns.length + 1 },
  };
  return [...calls, failed].map((each) => spanOfCall(run, model, row, each));
}

interface RecordedCall
  extends Pick<
    RowResult,
    | "prediction"
    | "verdicts"
    | "modelInput"
    | "metadata"
    | "error"
    | "call"
    | "startedAt"
    | "durationMs"
    | "targetTrace"
  > {
  readonly checks: TestRun["checks"];
  /** Of a conversation: turns before the last. */
  readonly turn?: number;
}

function spanOfCall(
  run: TestRun,
  model: Pick<RegisteredModel, "name">,
  { rowId, repeat, input, expected }: RunRow,
  recorded: RecordedCall,
): Span {
  const {
    prediction,
    modelInput,
    metadata,
    error,
    call = {},
    startedAt,
    durationMs,
    targetTrace,
    checks,
    verdicts,
  } = recorded;
  const ids = runSpan(run.id, rowId, repeat, recorded.turn);
  const parsed = NewDatapoint.parse({
    ...ids,
    startedAt: new Date(startedAt).toISOString(),
    durationMs,
    ...(call.provider === undefined ? {} : { provider: call.provider }),
    requestModel: call.requestModel ?? model.name,
    ...(call.responseModel === undefined ? {} : { responseModel: call.responseModel }),
    // Equal response ids within a trace mean the same call, and some endpoints repeat them.
    ...(call.responseId === undefined || run.simulation ? {} : { responseId: call.responseId }),
    // A re-evaluation uses no tokens: they count once, in the original run.
    ...(call.usage === undefined || run.reevaluates !== undefined ? {} : { usage: call.usage }),
    input: messagesOf(modelInput ?? input, "user"),
    output: prediction === undefined ? [] : messagesOf(prediction, "assistant"),
    finishReasons: prediction === undefined ? [] : [toolCallsOf(prediction) ? "tool_calls" : finishOf(call)],
    ...(error === undefined ? {} : { error: { message: error, ...call.failure } }),
    ...(run.simulation ? { sessionId: `${run.id}/${rowId}/${repeat}` } : {}),
    tags: run.tags,
    metadata: isJsonObject(metadata) ? metadata : {},
  });
  const span = spanOf(parsed, startedAt);
  const attributes = new Map([
    ...span.attributes,
    ...settingsOf(call),
    ...runAttributes(run.id, rowId, checks, { expected, brought: verdicts }),
  ]);
  return { ...span, attributes, ...(targetTrace ? { links: [{ ...targetTrace, attributes: new Map() }] } : {}) };
}

/** Returns the finish reason. Tool calls are recognized by their shape. */
function finishOf({ finishReason }: CallFacts): string {
  return finishReason === "length" || finishReason === "content_filter" ? finishReason : "stop";
}

function settingsOf({ tools, params }: CallFacts): readonly (readonly [string, AttributeValue])[] {
  const settings = params === undefined ? [] : Object.entries(commonParams(params));
  const definitions = tools === undefined ? [] : toolsOf(tools);
  return [
    ...settings.flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const])),
    ...(definitions.length === 0 ? [] : [["gen_ai.tool.definitions", JSON.stringify(definitions)] as const]),
  ];
}

/**
 * Converts text to one message, a list of `{role, content}` to that dialog, tool calls to a tool-call message,
 * anything else to its JSON.
 */
function messagesOf(value: Json, role: "user" | "assistant"): JsonValue {
  const dialog = Array.isArray(value) ? dialogOf(value as readonly JsonValue[]) : undefined;
  if (dialog) return dialog;
  const calls = role === "assistant" ? toolCallsOf(value) : undefined;
  const parts = calls ?? [{ type: "text", text: typeof value === "string" ? value : JSON.stringify(value) }];
  return [{ role, parts }];
}

const dialogRoles: ReadonlySet<unknown> = new Set(roles);

function dialogOf(list: readonly JsonValue[]): JsonValue | undefined {
  const messages = list.flatMap((each): JsonValue[] => {
    const [role, content = null] = [member(each, "role"), member(each, "content")];
    const calls = toolCallParts(member(each, "toolCalls")) ?? chatCallParts(member(each, "tool_calls"));
    if (!dialogRoles.has(role) || role === undefined || (content === null && !calls)) return [];
    const result = member(each, "tool_call_id");
    if (role === "tool" && typeof result === "string")
      return [{ role, parts: [{ type: "tool_result", id: result, result: content }] }];
    return [{ role, parts: [...contentParts(content, calls !== undefined), ...(calls ?? [])] }];
  });
  return messages.length > 0 && messages.length === list.length ? messages : undefined;
}

/** Reads the content of a chat message: text, or a list of parts in OpenAI's format. */
function contentParts(content: JsonValue, hasCalls: boolean): readonly JsonValue[] {
  if (content === null || (content === "" && hasCalls)) return [];
  if (!Array.isArray(content))
    return [{ type: "text", text: typeof content === "string" ? content : JSON.stringify(content) }];
  return (content as readonly JsonValue[]).map((part) => {
    const [text, url] = [member(part, "text"), member(member(part, "image_url") ?? null, "url")];
    if (typeof text === "string") return { type: "text", text };
    // Data of an image is part of the request, not of what is recorded about it.
    if (typeof url === "string") return { type: "image", ...(url.startsWith("data:") ? {} : { url }) };
    return { type: "text", text: JSON.stringify(part) };
  });
}

/** Reads tool calls of a chat message in OpenAI's format. */
function chatCallParts(calls: JsonValue | undefined): readonly JsonValue[] | undefined {
  if (!Array.isArray(calls)) return undefined;
  const parts = (calls as readonly JsonValue[]).flatMap((call) => {
    const [id, called] = [member(call, "id"), member(call, "function") ?? null];
    const [name, sent] = [member(called, "name"), member(called, "arguments") ?? {}];
    if (typeof name !== "string") return [];
    const parsed = typeof sent === "string" ? parseJson(sent) : undefined;
    const given = parsed?.ok ? parsed.value : sent;
    return [{ type: "tool_call", ...(typeof id === "string" ? { id } : {}), name, arguments: given }];
  });
  return parts.length === calls.length ? parts : undefined;
}

/** Tool calls of `{tool_calls: [{name, parameters}]}`, the shape of a prediction that names functions. */
function toolCallsOf(prediction: Json): readonly JsonValue[] | undefined {
  const calls = toolCallParts(member(prediction, "tool_calls"));
  const content = member(prediction, "content");
  if (!calls || typeof content !== "string" || content === "") return calls;
  return [{ type: "text", text: content }, ...calls];
}

function toolCallParts(calls: JsonValue | undefined): readonly JsonValue[] | undefined {
  if (!Array.isArray(calls)) return undefined;
  const parts = (calls as readonly JsonValue[]).flatMap((call) => {
    const name = member(call, "name");
    if (typeof name !== "string") return [];
    return [{ type: "tool_call", name, arguments: member(call, "parameters") ?? {} }];
  });
  return parts.length === calls.length ? parts : undefined;
}
