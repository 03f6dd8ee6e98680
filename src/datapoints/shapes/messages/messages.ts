import type { Json } from "../../../platform/json/json.ts";
import type { Message, Part, Role } from "../../datapoint.ts";
import { at, first, isList, isObject, type JsonObject, objectOf, textOf } from "../json.ts";
import type { Notes } from "../notes.ts";
import { partsOf } from "./parts.ts";
import { roleOf } from "./roles.ts";
import { toolCallsOf, toolResultOf } from "./tool-calls.ts";

/**
 * Reads messages in any shape: one or many, raw provider messages, parts, OpenAI Responses items, serialized
 * LangChain messages, or bare text. `role` applies to text without a role.
 */
export function messagesOf(value: Json | undefined, role: Role, notes: Notes): Message[] {
  if (value === undefined || value === null || value === "null") return [];
  if (!isList(value)) return single(value, role, notes);
  const messages: Turn[] = [];
  let joinable: Turn | undefined;
  for (const item of value) {
    const made = isList(item) ? messagesOf(item, role, notes) : single(item, role, notes);
    const only = made.length === 1 && isFragment(item) ? made[0] : undefined;
    // Blocks and Responses items of one role form one turn: function_call, function_call, message.
    if (only && joinable?.role === only.role) {
      joinable.parts.push(...only.parts);
      continue;
    }
    joinable = only && { ...only, parts: [...only.parts] };
    if (joinable) messages.push(joinable);
    else for (const message of made) messages.push({ ...message, parts: [...message.parts] });
  }
  return messages;
}

interface Turn extends Message {
  readonly parts: Part[];
}

/** Stores repeated text (mostly system prompts) only once. */
export function withSystem(messages: readonly Message[], system: readonly Message[]): Message[] {
  const known = new Set(messages.filter((message) => message.role === "system").map(plainText));
  const added = system.filter((message) => message.parts.length > 0 && !known.has(plainText(message)));
  return [...added.map(({ parts }) => ({ role: "system" as const, parts })), ...messages];
}

/** Joins the text parts of a message by line feeds. */
export const plainText = (message: Message): string =>
  message.parts.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n");

function single(value: Json, role: Role, notes: Notes): Message[] {
  if (typeof value === "string") return value === "" ? [] : [{ role, parts: [{ type: "text", text: value }] }];
  if (!isObject(value)) return [];
  const wrapped = first(value, "messages", "contents");
  if (isList(wrapped) && at(value, "role") === undefined) return messagesOf(wrapped, role, notes);
  return messageOf(value, role, notes);
}

function messageOf(raw: JsonObject, fallback: Role, notes: Notes): Message[] {
  const item = langchain(raw) ?? raw;
  const type = textOf(at(item, "type"));
  const ownRole = roleOf(textOf(at(item, "role"))) ?? roleOf(type) ?? roleOfItem(type);
  const isBareBlock =
    ownRole === undefined && type !== "message" && first(item, "role", "content", "parts") === undefined;
  const role = ownRole ?? fallback;
  const isItem = type !== undefined && itemTypes.has(type);
  const parts = isItem || (isBareBlock && !hasCalls(item)) ? partsOf(item, notes) : contentParts(item, role, notes);
  const name = isItem ? undefined : textOf(at(item, "name"));
  if (parts.length === 0 && ownRole === undefined && !hasCalls(item)) return [];
  return [{ role: spokenBy(role, parts), ...(name === undefined || role === "tool" ? {} : { name }), parts }];
}

function contentParts(item: JsonObject, role: Role, notes: Notes): Part[] {
  const content = first(item, "parts", "content", "text", "message");
  const parts = partsOf(content, notes);
  if (role === "tool" && !parts.some((part) => part.type === "tool_result" || part.type === "tool_call"))
    return toolMessage(item, content);
  const reasoning = textOf(first(item, "reasoning_content", "reasoning", "thinking"));
  if (reasoning !== undefined && !parts.some((part) => part.type === "reasoning"))
    parts.unshift({ type: "reasoning", text: reasoning });
  const refusal = textOf(at(item, "refusal"));
  if (refusal !== undefined) parts.push({ type: "refusal", text: refusal });
  const audio = at(item, "audio");
  const transcript = isObject(audio) ? textOf(at(audio, "transcript")) : undefined;
  if (transcript !== undefined) parts.push({ type: "text", text: transcript });
  for (const call of callsOf(item)) if (!parts.some((part) => sameCall(part, call))) parts.push(call);
  return parts;
}

function toolMessage(item: JsonObject, content: Json | undefined): Part[] {
  const id = textOf(first(item, "tool_call_id", "toolCallId", "id"));
  const name = textOf(at(item, "name"));
  return content === undefined && id === undefined ? [] : [toolResultOf({ content: content ?? null }, { id, name })];
}

/** Returns the tool calls that are next to a message's content. */
function callsOf(item: JsonObject): Part[] {
  const extra = objectOf(at(item, "additional_kwargs"));
  const lists = [first(item, "tool_calls", "toolCalls"), extra && at(extra, "tool_calls")];
  const list = lists.find((calls) => isList(calls) && calls.length > 0);
  const single = first(item, "function_call", "functionCall");
  const calls = isList(list) ? list : isObject(single) ? [single] : [];
  return calls.flatMap((call) => (isObject(call) ? toolCallsOf(call) : []));
}

const hasCalls = (item: JsonObject) => first(item, "tool_calls", "toolCalls", "refusal") !== undefined;

const sameCall = (part: Part, call: Part) =>
  part.type === "tool_call" && call.type === "tool_call" && part.id !== undefined && part.id === call.id;

/** Anthropic, Bedrock and Gemini send tool results as user messages: a turn with nothing else is the tool's. */
function spokenBy(role: Role, parts: readonly Part[]): Role {
  return role === "user" && parts.length > 0 && parts.every((part) => part.type === "tool_result") ? "tool" : role;
}

const itemTypes: ReadonlySet<string> = new Set([
  "function_call",
  "function_call_output",
  "reasoning",
  "custom_tool_call",
  "custom_tool_call_output",
  "tool_call",
  "mcp_call",
  "tool-call",
  "tool_use",
]);

function roleOfItem(type: string | undefined): Role | undefined {
  if (type === undefined || !itemTypes.has(type)) return undefined;
  return type.endsWith("_output") ? "tool" : "assistant";
}

/** Whether the item is part of a turn: a block without a role, or a Responses item. */
function isFragment(item: Json): boolean {
  if (!isObject(item)) return false;
  const type = textOf(at(item, "type"));
  return type !== undefined && (at(item, "role") === undefined || (type === "message" && at(item, "id") !== undefined));
}

/**
 * Converts `{lc: 1, type: "constructor", id: [… "AIMessage"], kwargs}` and `{type: "human", data}` to plain
 * messages.
 */
function langchain(raw: JsonObject): JsonObject | undefined {
  const kwargs = at(raw, "kwargs");
  const id = at(raw, "id");
  if (isObject(kwargs) && isList(id)) return { ...kwargs, type: id.at(-1) ?? null };
  const data = at(raw, "data");
  return isObject(data) && roleOf(textOf(at(raw, "type"))) ? { ...data, type: at(raw, "type") ?? null } : undefined;
}
