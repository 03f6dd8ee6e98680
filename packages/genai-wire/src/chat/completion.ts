import type { Part } from "../dialects/message.ts";
import type { Block, Choice, Reply } from "../dialects/reply.ts";
import { looseText } from "../loose-json.ts";
import {
  type ChatAnswer,
  type ChatChoice,
  chatFinish,
  chatUsage,
  type ResponseImage,
  type ResponseMessage,
  type ResponseToolCall,
} from "./answer.ts";
import type { ThinkingBlock } from "./request.ts";

/** Creates the id of a call whose provider gives none. */
export type NewId = (choice: number) => string;

interface AnswerOptions {
  readonly newId?: NewId;
  /** Between the provider's pieces of reasoning. */
  readonly between?: string;
}

/** Translates a response to OpenAI's completion. */
export function chatAnswer(
  { id, model, choices, usage, blocked }: Reply,
  { newId = () => "", between = "\n" }: AnswerOptions = {},
): ChatAnswer {
  const counts = chatUsage(usage);
  const refused: Choice = { index: 0, blocks: [], finish: blocked };
  return {
    ...named({ id, model }),
    choices: choices.length > 0 ? choices.map((choice) => choiceOf(choice, newId, between)) : [blockedChoice(refused)],
    ...(counts ? { usage: counts } : {}),
  };
}

/** Returns the members that are known. */
export const named = ({ id, model }: Pick<Reply, "id" | "model">) => ({
  ...(id === undefined ? {} : { id }),
  ...(model === undefined ? {} : { model }),
});

function choiceOf({ index, blocks, finish }: Choice, newId: NewId, between: string): ChatChoice {
  const calls = blocks.flatMap((block) => callOf(block, index, newId) ?? []);
  return {
    index,
    message: messageOf(blocks, calls, between),
    finish_reason: chatFinish(finish, calls.length > 0),
    ...(finish === undefined ? {} : { native_finish_reason: finish }),
    logprobs: null,
  };
}

function blockedChoice({ index, blocks, finish = "OTHER" }: Choice): ChatChoice {
  const message = messageOf(blocks, [], "");
  return { index, message, finish_reason: "content_filter", native_finish_reason: finish, logprobs: null };
}

function messageOf(blocks: readonly Block[], calls: readonly ResponseToolCall[], between: string): ResponseMessage {
  const text = blocks.map(({ part }) => contentOf(part, "text") ?? "").join("");
  const reasoning = blocks.flatMap(({ part }) => contentOf(part, "reasoning") ?? []).join(between);
  const thinking = blocks.flatMap(thinkingOf);
  const images = blocks.flatMap(({ part }) => imageOf(part) ?? []);
  return {
    role: "assistant",
    content: text === "" && calls.length > 0 ? null : text,
    refusal: null,
    ...(reasoning === "" ? {} : { reasoning_content: reasoning }),
    ...(thinking.length === 0 ? {} : { thinking_blocks: thinking }),
    ...(images.length === 0 ? {} : { images }),
    ...(calls.length === 0 ? {} : { tool_calls: calls }),
  };
}

/** Returns the content of a part of this type, if it has any. */
export const contentOf = (part: Part, type: "text" | "reasoning"): string | undefined =>
  part.type === type ? looseText(part["content"]) : undefined;

/** Returns the reasoning of APIs that want it back. */
function thinkingOf({ part, signature, sealed }: Block): ThinkingBlock[] {
  if (sealed !== undefined) return [{ type: "redacted_thinking", data: sealed }];
  if (part.type !== "reasoning" || signature === undefined) return [];
  const thinking = contentOf(part, "reasoning") ?? "";
  return [{ type: "thinking", thinking, ...(signature === "" ? {} : { signature }) }];
}

export function imageOf(part: Part): ResponseImage | undefined {
  if (part.type !== "blob") return undefined;
  const url = `data:${looseText(part["mime_type"]) ?? "image/png"};base64,${looseText(part["content"]) ?? ""}`;
  return { type: "image_url", image_url: { url } };
}

/** Returns the call that the client must answer: no block of another kind, and no tool that the provider runs. */
export function callOf(
  { part, signature, isHosted }: Block,
  choice: number,
  newId: NewId,
): ResponseToolCall | undefined {
  if (part.type !== "tool_call" || isHosted === true) return undefined;
  return {
    id: looseText(part["id"]) ?? newId(choice),
    type: "function",
    function: { name: looseText(part["name"]) ?? "", arguments: JSON.stringify(part["arguments"]) },
    ...(signature === undefined ? {} : { extra_content: { google: { thought_signature: signature } } }),
  };
}
