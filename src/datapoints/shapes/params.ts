import type { Json } from "../../platform/json/json.ts";
import type { Params } from "../datapoint.ts";
import { at, first, isList, isObject, type JsonObject, numberOf, textOf } from "./json.ts";

/** Reads request settings from a request body or a settings object in any SDK's spelling. */
export function paramsOf(body: JsonObject): Params {
  const params: { -readonly [K in keyof Params]: Params[K] } = {};
  for (const [name, keys] of numeric) {
    const value = numberOf(first(body, ...keys));
    if (value !== undefined) params[name] = value;
  }
  const stop = stopOf(first(body, "stop", "stop_sequences", "stopSequences"));
  if (stop.length > 0) params.stop = stop;
  const format =
    first(body, "response_format", "responseFormat", "responseSchema", "response_schema") ?? textFormat(body);
  if (format !== undefined && format !== "") params.responseFormat = format;
  const reasoning = at(body, "reasoning");
  const level =
    textOf(first(body, "reasoning_effort", "reasoningEffort")) ??
    (isObject(reasoning) ? textOf(at(reasoning, "effort")) : undefined);
  if (level !== undefined) params.reasoningLevel = level;
  const parallel = first(body, "parallel_tool_calls", "parallelToolCalls");
  if (typeof parallel === "boolean") params.parallelToolCalls = parallel;
  return params;
}

const numeric = [
  ["temperature", ["temperature"]],
  ["topP", ["top_p", "topP"]],
  ["topK", ["top_k", "topK"]],
  [
    "maxTokens",
    [
      "max_completion_tokens",
      "max_output_tokens",
      "max_tokens",
      "maxTokens",
      "maxOutputTokens",
      "max_tokens_to_sample",
      "max_new_tokens",
    ],
  ],
  ["seed", ["seed"]],
  ["frequencyPenalty", ["frequency_penalty", "frequencyPenalty"]],
  ["presencePenalty", ["presence_penalty", "presencePenalty"]],
  ["choiceCount", ["n", "candidate_count", "candidateCount"]],
] as const;

function stopOf(value: Json | undefined): readonly string[] {
  if (typeof value === "string") return value === "" ? [] : [value];
  return isList(value) ? value.filter((item) => typeof item === "string") : [];
}

function textFormat(body: JsonObject): Json | undefined {
  const text = at(body, "text");
  const format = isObject(text) ? at(text, "format") : undefined;
  return isObject(format) && at(format, "type") === "text" ? undefined : format;
}
