import { type Loose, looseObject, parsedJson } from "../loose-json.ts";
import { Untranslatable } from "./fit.ts";
import type { ChatAssistantMessage, ChatRequest, ChatTextPart, ChatToolCall } from "./request.ts";

export interface InlineMedia {
  readonly mediaType: string;
  readonly base64: string;
}

/**
 * Returns undefined for an address that isn't a data URL. Throws Untranslatable for data URLs that aren't base64.
 */
export function inlineMedia(url: string, param: string): InlineMedia | undefined {
  if (!url.startsWith("data:")) return undefined;
  const match = /^data:([\w.+-]+\/[\w.+-]+)(?:;[^,;]+)*;base64,/.exec(url.slice(0, 200));
  if (!match) throw new Untranslatable(param, "a data URL must name its media type and be base64");
  return { mediaType: match[1]!.toLowerCase(), base64: url.slice(match[0].length) };
}

/** Returns the parts of a text content without empty texts, which no provider accepts. */
export function textParts(content: string | readonly ChatTextPart[]): readonly ChatTextPart[] {
  const parts: readonly ChatTextPart[] = typeof content === "string" ? [{ type: "text", text: content }] : content;
  return parts.filter(({ text }) => text !== "");
}

export const joinedText = (content: string | readonly ChatTextPart[]) =>
  textParts(content)
    .map(({ text }) => text)
    .join("\n");

/** Returns the texts of an earlier assistant message; a refusal counts as text. */
export function assistantTexts({ content, refusal }: ChatAssistantMessage): readonly ChatTextPart[] {
  const parts = typeof content === "string" ? [{ type: "text" as const, text: content }] : (content ?? []);
  const texts = parts.map((part) => (part.type === "text" ? part : { type: "text" as const, text: part.refusal }));
  return textParts(refusal ? [...texts, { type: "text", text: refusal }] : texts);
}

/** Returns the arguments of a call as an object; providers other than OpenAI do not accept text. */
export function callArguments({ function: called }: ChatToolCall): Loose {
  if (called.arguments.trim() === "") return {};
  const parsed = looseObject(parsedJson(called.arguments));
  if (parsed) return parsed;
  throw new Untranslatable("messages", `the arguments of the earlier call to "${called.name}" are not a JSON object`);
}

/** Encodes a model name as one path segment. Throws Untranslatable for names that would leave the path. */
export function pathSegment(name: string): string {
  if (/^\.*$/.test(name)) throw new Untranslatable("model", "the model name cannot be used in a URL path");
  return encodeURIComponent(name);
}

export function stops({ stop }: ChatRequest): readonly string[] | undefined {
  if (stop === null || stop === undefined) return undefined;
  return typeof stop === "string" ? [stop] : stop;
}

export const maxTokens = (request: ChatRequest) => request.max_completion_tokens ?? request.max_tokens ?? undefined;

/** Removes members whose value is undefined or null. */
export function present<T extends object>(members: T): { [K in keyof T]?: Exclude<T[K], undefined | null> } {
  const definedEntries = Object.entries(members).filter(([, value]) => value !== undefined && value !== null);
  return Object.fromEntries(definedEntries) as { [K in keyof T]?: Exclude<T[K], undefined | null> };
}

/** Joins adjacent turns of the same role: most providers require roles to alternate. */
export function alternating<Turn extends { readonly role: string; readonly content: readonly unknown[] }>(
  turns: readonly Turn[],
): Turn[] {
  const joined: Turn[] = [];
  for (const turn of turns) {
    const last = joined.at(-1);
    if (turn.content.length === 0) continue;
    if (last?.role === turn.role) joined[joined.length - 1] = { ...last, content: [...last.content, ...turn.content] };
    else joined.push(turn);
  }
  return joined;
}
