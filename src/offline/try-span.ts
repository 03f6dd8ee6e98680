import { NewDatapoint } from "../contract/datapoint.ts";
import { type Json, roles } from "../domain/datapoint.ts";
import type { RegisteredModel } from "../domain/registered-model.ts";
import { runAttributes } from "../domain/run-context.ts";
import type { Span } from "../domain/span.ts";
import { type RunRow, runSpan, type TestRun } from "../domain/test-run.ts";
import { isJsonObject, type JsonValue, member } from "../lib/json.ts";
import { spanOf } from "../receivers/recorded-span.ts";

/** A try that has a result, as the span of its model call: the way of every other datapoint is its way too. */
export function spanOfTry(
  run: TestRun,
  model: RegisteredModel,
  { rowId, repeat, input, expected, result }: RunRow,
): Span {
  if (!result) throw new Error("a try without a result is no call yet");
  const { prediction, modelInput, metadata, error, call = {}, startedAt, durationMs } = result;
  const ids = runSpan(run.id, rowId, repeat);
  const recorded = NewDatapoint.parse({
    ...ids,
    startedAt: new Date(startedAt).toISOString(),
    durationMs,
    ...(call.provider === undefined ? {} : { provider: call.provider }),
    requestModel: call.requestModel ?? model.name,
    ...(call.responseModel === undefined ? {} : { responseModel: call.responseModel }),
    // Judging an answer again uses no tokens: they count once, in the run that asked for it.
    ...(call.usage === undefined || run.reevaluates !== undefined ? {} : { usage: call.usage }),
    input: messagesOf(modelInput ?? input, "user"),
    output: prediction === undefined ? [] : messagesOf(prediction, "assistant"),
    finishReasons: prediction === undefined ? [] : [toolCallsOf(prediction) ? "tool_calls" : "stop"],
    ...(error === undefined ? {} : { error: { message: error } }),
    tags: run.tags,
    metadata: isJsonObject(metadata) ? metadata : {},
  });
  const span = spanOf(recorded, startedAt);
  return {
    ...span,
    attributes: new Map([
      ...span.attributes,
      ...runAttributes(run.id, rowId, run.checks, { expected, brought: result.verdicts }),
    ]),
  };
}

/** Text as one message; a list of `{role, content}` as that dialog; tool calls as such; whatever else as its JSON. */
function messagesOf(value: Json, role: "user" | "assistant"): JsonValue {
  const dialog = Array.isArray(value) ? dialogOf(value as readonly JsonValue[]) : undefined;
  if (dialog) return dialog;
  const calls = role === "assistant" ? toolCallsOf(value) : undefined;
  const parts = calls ?? [{ type: "text", text: typeof value === "string" ? value : JSON.stringify(value) }];
  return [{ role, parts }];
}

const dialogRoles: ReadonlySet<unknown> = new Set(roles);

function dialogOf(list: readonly JsonValue[]): JsonValue | undefined {
  const messages = list.flatMap((each) => {
    const [role, content] = [member(each, "role"), member(each, "content")];
    if (!dialogRoles.has(role) || typeof content !== "string") return [];
    return [{ role, parts: [{ type: "text", text: content }] }] as JsonValue[];
  });
  return messages.length > 0 && messages.length === list.length ? messages : undefined;
}

/** Of `{tool_calls: [{name, parameters}]}`, the shape in which a model's prediction names functions. */
function toolCallsOf(prediction: Json): readonly JsonValue[] | undefined {
  const calls = member(prediction, "tool_calls");
  if (!Array.isArray(calls)) return undefined;
  const parts = (calls as readonly JsonValue[]).flatMap((call) => {
    const name = member(call, "name");
    if (typeof name !== "string") return [];
    return [{ type: "tool_call", name, arguments: member(call, "parameters") ?? {} }];
  });
  return parts.length === calls.length ? parts : undefined;
}
