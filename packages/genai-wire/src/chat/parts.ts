import { type Loose, looseObject, parsedJson } from "../../../../src/platform/json/loose-json.ts";
import { Untranslatable } from "./fit.ts";
import type { ChatAssistantMessage, ChatRequest, ChatTextPart, ChatToolCall } from "./request.ts";

/** Bytes inside a data URL, still in base64. */
export interface InlineMedia {
  readonly mediaType: string;
  readonly base64: string;
}

/** Undefined: an address, not the bytes. Data URLs that are not base64 are refused. */
export function inlineMedia(url: string, param: string): InlineMedia | undefined {
  if (!url.startsWith("data:")) return undefined;
  const match = /^data:([\w.+-]+\/[\w.+-]+)(?:;[^,;]+)*;base64,/.exec(url.slice(0, 200));
  if (!match) throw new Untranslatable(param, "a data URL must name its media type and be base64");
  return { mediaType: match[1]!.toLowerCase(), base64: url.slice(match[0].length) };
}

/** A content of texts as its parts; empty texts, which no provider takes, are left out. */
export function textParts(content: string | readonly ChatTextPart[]): readonly ChatTextPart[] {
  const parts: readonly ChatTextPart[] = typeof content === "string" ? [{ type: "text", text: content }] : content;
  return parts.filter(({ text }) => text !== "");
}

export const joinedText = (content: string | readonly ChatTextPart[]) =>
  textParts(content)
    .map(({ text }) => text)
    .join("\n");

/** What an assistant said in an earlier turn: its texts, and a refusal as the text that it was. */
export function assistantTexts({ content, refusal }: ChatAssistantMessage): readonly ChatTextPart[] {
  const parts = typeof content === "string" ? [{ type: "text" as const, text: content }] : (content ?? []);
  const said = parts.map((part) => (part.type === "text" ? part : { type: "text" as const, text: part.refusal }));
  return textParts(refusal ? [...said, { type: "text", text: refusal }] : said);
}

/** A call's arguments as the object they are; providers other than OpenAI take no text. */
export function callArguments({ function: called }: ChatToolCall): Loose {
  if (called.arguments.trim() === "") return {};
  const parsed = looseObject(parsedJson(called.arguments));
  if (parsed) return parsed;
  throw new Untranslatable("messages", `the arguments of the earlier call to "${called.name}" are not a JSON object`);
}

/** A model's name as one segment of a path, which it cannot leave. */
export function pathSegment(name: string): string {
  if (/^\.*$/.test(name)) throw new Untranslatable("model", "the model has no name that could stand in a path");
  return encodeURIComponent(name);
}

export function stops({ stop }: ChatRequest): readonly string[] | undefined {
  if (stop === null || stop === undefined) return undefined;
  return typeof stop === "string" ? [stop] : stop;
}

export const maxTokens = (request: ChatRequest) => request.max_completion_tokens ?? request.max_tokens ?? undefined;

/** Members whose value is undefined or null, left out. */
export function present<T extends object>(members: T): { [K in keyof T]?: Exclude<T[K], undefined | null> } {
  const kept = Object.entries(members).filter(([, value]) => value !== undefined && value !== null);
  return Object.fromEntries(kept) as { [K in keyof T]?: Exclude<T[K], undefined | null> };
}

/** Turns of the same role joined into one: most providers want them to alternate. */
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
