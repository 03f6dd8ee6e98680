import { type Loose, looseBoolean, looseNumber, looseObject, looseText } from "../../../lib/loose-json.ts";
import type { RequestReading } from "./reading.ts";

/** The settings that OpenAI's and Anthropic's requests share, under their `gen_ai.request.*` names. */
export function commonParams(body: Loose): RequestReading["params"] {
  const number = (name: string) => looseNumber(body[name]);
  const choices = number("n");
  return {
    "gen_ai.request.temperature": number("temperature"),
    "gen_ai.request.top_p": number("top_p"),
    "gen_ai.request.top_k": number("top_k"),
    "gen_ai.request.max_tokens": number("max_completion_tokens") ?? number("max_output_tokens") ?? number("max_tokens"),
    "gen_ai.request.frequency_penalty": number("frequency_penalty"),
    "gen_ai.request.presence_penalty": number("presence_penalty"),
    "gen_ai.request.seed": number("seed"),
    "gen_ai.request.stop_sequences": stops(body["stop"] ?? body["stop_sequences"]),
    "gen_ai.request.choice.count": choices === 1 ? undefined : choices,
    "gen_ai.request.reasoning.level":
      looseText(body["reasoning_effort"]) ?? looseText(looseObject(body["reasoning"])?.["effort"]),
    "gen_ai.request.parallel_tool_calls": looseBoolean(body["parallel_tool_calls"]),
    "gen_ai.output.type": outputType(body),
    "gen_ai.openai.request.response_format": format(body["response_format"] ?? looseObject(body["text"])?.["format"]),
    "openai.request.service_tier": looseText(body["service_tier"]),
  };
}

function stops(value: unknown): readonly string[] | undefined {
  if (typeof value === "string") return [value];
  return Array.isArray(value) ? value.filter((each) => typeof each === "string") : undefined;
}

function outputType(body: Loose): string | undefined {
  const kind = looseObject(body["response_format"] ?? looseObject(body["text"])?.["format"])?.["type"];
  return kind === "json_object" || kind === "json_schema" ? "json" : undefined;
}

const format = (value: unknown) => (looseObject(value) ? JSON.stringify(value) : undefined);
