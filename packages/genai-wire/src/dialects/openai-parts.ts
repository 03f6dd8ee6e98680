import {
  type Loose,
  looseBoolean,
  looseList,
  looseNumber,
  looseObject,
  looseObjects,
  looseText,
} from "../loose-json.ts";
import type { ModelRequest } from "./dialect.ts";
import { blob, media, type Part, reasoning, refusal, type Tool, text, tool } from "./message.ts";

/** Returns the parts of an OpenAI `content`: a text, or a list of typed parts (Chat, Responses). */
export function contentParts(content: unknown): Part[] {
  if (typeof content === "string") return content === "" ? [] : [text(content)];
  return looseList(content).flatMap((part) => (typeof part === "string" ? text(part) : partOf(looseObject(part))));
}

function partOf(part: Loose | undefined): Part[] {
  if (!part) return [];
  const kind = looseText(part["type"]) ?? "generic";
  switch (kind) {
    case "text":
    case "input_text":
    case "output_text":
      return typeof part["text"] === "string" ? [text(part["text"])] : [];
    case "refusal":
      return [refusal(looseText(part["refusal"]) ?? "")];
    case "image_url":
    case "input_image":
      return [imagePart(part)];
    case "input_audio": {
      const audio = looseObject(part["input_audio"]) ?? {};
      return [blob("audio", `audio/${looseText(audio["format"]) ?? "wav"}`, audio["data"])];
    }
    case "file":
    case "input_file":
      return [filePart("document", looseObject(part["file"]) ?? part)];
    case "thinking":
      return [reasoning(looseText(part["thinking"]) ?? textsIn(part["thinking"]))];
    default:
      return [{ ...part, type: kind }];
  }
}

/** Mistral's reasoning is a list of text parts. */
const textsIn = (value: unknown): string =>
  looseObjects(value)
    .map((each) => looseText(each["text"]) ?? "")
    .join("");

function imagePart(part: Loose): Part {
  const url = looseText(looseObject(part["image_url"])?.["url"]) ?? looseText(part["image_url"]);
  return url === undefined ? filePart("image", part) : media("image", url);
}

function filePart(modality: string, file: Loose): Part {
  const inline = looseText(file["file_data"]);
  if (inline !== undefined) return media(modality, inline);
  const url = looseText(file["file_url"]);
  if (url !== undefined) return { type: "uri", modality, uri: url };
  return { type: "file", modality, file_id: looseText(file["file_id"]) ?? "" };
}

/** Reads tool definitions in OpenAI's two shapes (Chat nests them) and in Anthropic's. */
export function toolsOf(tools: unknown): Tool[] {
  return looseObjects(tools).flatMap((each) => {
    const inner = looseObject(each["function"]) ?? looseObject(each["custom"]) ?? each;
    const name = looseText(inner["name"]) ?? looseText(each["type"]);
    return name === undefined ? [] : tool(name, inner["description"], inner["parameters"] ?? inner["input_schema"]);
  });
}

/** Returns the settings that OpenAI's and Anthropic's requests share, by their `gen_ai.request.*` names. */
export function commonParams(body: Loose): NonNullable<ModelRequest["params"]> {
  const number = (name: string) => looseNumber(body[name]);
  const choices = number("n");
  const format = responseFormatOf(body);
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
    "gen_ai.output.type": format && (format["type"] === "text" ? undefined : "json"),
    "gen_ai.openai.request.response_format": format && JSON.stringify(format),
    "openai.request.service_tier": looseText(body["service_tier"]),
  };
}

/** Returns the format of a chat request, or the one that the Responses API has inside `text`. */
export const responseFormatOf = (body: Loose): Loose | undefined =>
  looseObject(body["response_format"] ?? looseObject(body["text"])?.["format"]);

function stops(value: unknown): readonly string[] | undefined {
  if (typeof value === "string") return [value];
  return Array.isArray(value) ? value.filter((each) => typeof each === "string") : undefined;
}
