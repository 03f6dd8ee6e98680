import { looseText, parsedJson } from "./loose.ts";

/** A part of a message as the OpenTelemetry GenAI conventions spell it (gen_ai.input.messages, JSON schema). */
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

/** Arguments that are JSON text are parsed; what does not parse stays as it was written. */
export function toolCall(id: unknown, name: unknown, given: unknown): Part {
  const parsed = typeof given === "string" ? (parsedJson(given) ?? given) : given;
  return { type: "tool_call", ...(looseText(id) ? { id } : {}), name: looseText(name) ?? "", arguments: parsed ?? {} };
}

export function toolResponse(id: unknown, response: unknown): Part {
  return { type: "tool_call_response", ...(looseText(id) ? { id } : {}), response: response ?? "" };
}

/** Content that is in the message itself, as base64 or as bytes. */
export function blob(modality: string, mediaType: unknown, content: unknown): Part {
  const data = content instanceof Uint8Array ? Buffer.from(content).toString("base64") : (looseText(content) ?? "");
  return { type: "blob", modality, ...(looseText(mediaType) ? { mime_type: mediaType } : {}), content: data };
}

/** An image, sound or file by data URL (kept as a blob) or by address. */
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

/** An answer of these parts; none where the model said nothing. */
export const answer = (parts: readonly Part[]): Message[] => (parts.length === 0 ? [] : [{ role: "assistant", parts }]);
