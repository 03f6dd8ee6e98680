import { looseText, parsedJson } from "../loose-json.ts";

/** A part of a message in the OpenTelemetry GenAI conventions (gen_ai.input.messages, JSON schema). */
export type Part = { readonly type: string; readonly [key: string]: unknown };

export interface Message {
  readonly role: string;
  readonly name?: string;
  readonly parts: readonly Part[];
}

export interface Tool {
  readonly type: "function";
  readonly name: string;
  readonly description?: string;
  /** JSON Schema of the arguments. */
  readonly parameters?: unknown;
}

export const text = (content: string): Part => ({ type: "text", content });
export const texts = (content: unknown): Part[] =>
  typeof content === "string" && content !== "" ? [text(content)] : [];
export const reasoning = (content: string): Part => ({ type: "reasoning", content });
export const refusal = (content: string): Part => ({ type: "refusal", content });

/** Parses arguments that are JSON text; text that does not parse is stored unchanged. */
export function toolCall(id: unknown, name: unknown, given: unknown): Part {
  const parsed = typeof given === "string" ? (parsedJson(given) ?? given) : given;
  return { type: "tool_call", ...(looseText(id) ? { id } : {}), name: looseText(name) ?? "", arguments: parsed ?? {} };
}

export function toolResponse(id: unknown, response: unknown): Part {
  return { type: "tool_call_response", ...(looseText(id) ? { id } : {}), response: response ?? "" };
}

/** Returns inline content, as base64 or bytes. */
export function blob(modality: string, mediaType: unknown, content: unknown): Part {
  const data = content instanceof Uint8Array ? Buffer.from(content).toString("base64") : (looseText(content) ?? "");
  return { type: "blob", modality, ...(looseText(mediaType) ? { mime_type: mediaType } : {}), content: data };
}

/** Returns an image, sound or file from a data URL (stored as a blob) or from an address. */
export function media(modality: string, url: string): Part {
  const match = /^data:([^;,]*)(?:;[^,]*)?,/.exec(url);
  return match ? blob(modality, match[1], url.slice(match[0].length)) : { type: "uri", modality, uri: url };
}

export function tool(name: string, description: unknown, parameters: unknown): Tool {
  return {
    type: "function",
    name,
    ...(looseText(description) === undefined ? {} : { description: looseText(description) as string }),
    ...(parameters === undefined ? {} : { parameters }),
  };
}

/** Returns an assistant message with these parts, or no message when there are none. */
export const answer = (parts: readonly Part[]): Message[] => (parts.length === 0 ? [] : [{ role: "assistant", parts }]);
