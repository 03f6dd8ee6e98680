import { type Loose, looseList, looseObject, looseObjects, looseText, parsedJson } from "../../../lib/loose-json.ts";
import type { OtelPart, OtelTool } from "./reading.ts";

/** The parts of an OpenAI `content`: a text, or a list of typed parts (chat, Responses). */
export function contentParts(content: unknown): OtelPart[] {
  if (typeof content === "string") return content === "" ? [] : [text(content)];
  return looseList(content).flatMap((part) => (typeof part === "string" ? text(part) : openAiPart(looseObject(part))));
}

export const text = (content: string): OtelPart => ({ type: "text", content });

export function toolCall(id: unknown, name: unknown, given: unknown): OtelPart {
  const parsed = typeof given === "string" ? (parsedJson(given) ?? given) : given;
  return { type: "tool_call", ...(looseText(id) ? { id } : {}), name: looseText(name) ?? "", arguments: parsed ?? {} };
}

export function toolResponse(id: unknown, response: unknown): OtelPart {
  return { type: "tool_call_response", ...(looseText(id) ? { id } : {}), response: response ?? "" };
}

/** An image, sound or file by data URL (kept as a blob) or by address. */
function media(modality: string, url: string): OtelPart {
  const match = /^data:([^;,]*)(?:;[^,]*)?,/.exec(url);
  if (!match) return { type: "uri", modality, uri: url };
  return blob(modality, match[1], url.slice(match[0].length));
}

export function blob(modality: string, mediaType: string | undefined, content: string): OtelPart {
  return { type: "blob", modality, ...(mediaType ? { mime_type: mediaType } : {}), content };
}

/** Definitions in OpenAI's two shapes and Anthropic's. */
export function toolDefinitions(tools: unknown): OtelTool[] {
  return looseObjects(tools).flatMap((tool) => {
    const inner = looseObject(tool["function"]) ?? tool;
    const name = looseText(inner["name"]) ?? looseText(tool["type"]);
    if (name === undefined) return [];
    const description = looseText(inner["description"]);
    const parameters = inner["parameters"] ?? inner["input_schema"];
    return {
      type: "function",
      name,
      ...(description === undefined ? {} : { description }),
      ...(parameters === undefined ? {} : { parameters }),
    };
  });
}

function openAiPart(part: Loose | undefined): OtelPart[] {
  if (!part) return [];
  const kind = looseText(part["type"]) ?? "";
  switch (kind) {
    case "text":
    case "input_text":
    case "output_text":
      return typeof part["text"] === "string" ? [text(part["text"])] : [];
    case "refusal":
      return [{ type: "refusal", content: looseText(part["refusal"]) ?? "" }];
    case "image_url":
    case "input_image":
      return [imagePart(part)];
    case "input_audio":
      return [audioPart(looseObject(part["input_audio"]) ?? {})];
    case "file":
    case "input_file":
      return [filePart("document", looseObject(part["file"]) ?? part)];
    case "thinking":
      return [{ type: "reasoning", content: looseText(part["thinking"]) ?? thinkingText(part["thinking"]) }];
    default:
      return [{ ...part, type: kind === "" ? "generic" : kind }];
  }
}

function imagePart(part: Loose): OtelPart {
  const url = looseText(looseObject(part["image_url"])?.["url"]) ?? looseText(part["image_url"]);
  return url === undefined ? filePart("image", part) : media("image", url);
}

function audioPart(audio: Loose): OtelPart {
  return blob("audio", `audio/${looseText(audio["format"]) ?? "wav"}`, looseText(audio["data"]) ?? "");
}

function filePart(modality: string, file: Loose): OtelPart {
  const inline = looseText(file["file_data"]);
  if (inline !== undefined) return media(modality, inline);
  const url = looseText(file["file_url"]);
  if (url !== undefined) return { type: "uri", modality, uri: url };
  return { type: "file", modality, file_id: looseText(file["file_id"]) ?? "" };
}

/** Mistral's thinking is a list of text parts. */
const thinkingText = (value: unknown) =>
  looseObjects(value)
    .map((each) => looseText(each["text"]) ?? "")
    .join("");
