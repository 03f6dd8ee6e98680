import {
  type ChatAnswer,
  type ChatChoice,
  type ChatError,
  type ChatFinish,
  type ChatLogprobs,
  type ChatToken,
  chatError,
  chatMessage,
  chatUsage,
  type ResponseImage,
  type ResponseToolCall,
} from "../../chat/answer.ts";
import { geminiUsage } from "../../dialects/usage.ts";
import { type Loose, looseNumber, looseObject, looseObjects, looseText } from "../../loose-json.ts";
import type { AnswerFacts } from "../../ports/translator.ts";

/** Translates Google's GenerateContentResponse to OpenAI's completion. */
export function answerOf(body: Loose, { callId }: AnswerFacts): ChatAnswer | undefined {
  const blocked = blockedBy(body);
  if (!Array.isArray(body["candidates"]) && blocked === undefined) return undefined;
  const usage = chatUsage(geminiUsage(looseObject(body["usageMetadata"])));
  const candidates = looseObjects(body["candidates"]);
  const choices = candidates.map((candidate, position) => choiceOf(candidate, position, callId));
  return {
    ...names(body),
    choices: choices.length === 0 ? [blockedChoice(blocked ?? "OTHER")] : choices,
    ...(usage ? { usage } : {}),
  };
}

/** A blocked prompt has no candidates. */
export const blockedBy = (body: Loose) => looseText(looseObject(body["promptFeedback"])?.["blockReason"]);

export function names(body: Loose): { id?: string; model?: string } {
  const [id, model] = [looseText(body["responseId"]), looseText(body["modelVersion"])];
  return { ...(id === undefined ? {} : { id }), ...(model === undefined ? {} : { model }) };
}

function choiceOf(candidate: Loose, position: number, callId: string): ChatChoice {
  const index = looseNumber(candidate["index"]) ?? position;
  const parts = partsOf(candidate);
  const ids = createCallIds(callId);
  const calls = parts.flatMap((part) => callOf(part, () => ids(index)) ?? []);
  const native = looseText(candidate["finishReason"]);
  const message = chatMessage({
    text: parts.map((part) => textOf(part) ?? "").join(""),
    reasoning: parts.map((part) => thoughtOf(part) ?? "").join(""),
    thinking: [],
    calls,
    images: parts.flatMap((part) => imageOf(part) ?? []),
  });
  const nativeReason = native === undefined ? {} : { native_finish_reason: native };
  return {
    index,
    message,
    finish_reason: finishOf(native, calls.length > 0),
    ...nativeReason,
    logprobs: logprobsOf(candidate),
  };
}

/**
 * `logprobsResult` has two parallel lists with one entry per token: the chosen token and the likeliest
 * alternatives.
 */
export function logprobsOf(candidate: Loose): ChatLogprobs | null {
  const result = looseObject(candidate["logprobsResult"]);
  if (!result) return null;
  const others = looseObjects(result["topCandidates"]).map(({ candidates }) => looseObjects(candidates).map(tokenOf));
  const chosen = looseObjects(result["chosenCandidates"]).map(tokenOf);
  return {
    content: chosen.map((each, position) => ({ ...each, top_logprobs: others[position] ?? [] })),
    refusal: null,
  };
}

function tokenOf(candidate: Loose): ChatToken {
  const token = looseText(candidate["token"]) ?? "";
  return { token, logprob: looseNumber(candidate["logProbability"]) ?? 0, bytes: [...new TextEncoder().encode(token)] };
}

const blockedChoice = (native_finish_reason: string): ChatChoice => ({
  index: 0,
  message: chatMessage({ text: "", reasoning: "", thinking: [], calls: [] }),
  finish_reason: "content_filter",
  native_finish_reason,
  logprobs: null,
});

export const partsOf = (candidate: Loose) => looseObjects(looseObject(candidate["content"])?.["parts"]);
export const textOf = (part: Loose) => (part["thought"] === true ? undefined : looseText(part["text"]));
export const thoughtOf = (part: Loose) => (part["thought"] === true ? looseText(part["text"]) : undefined);

export function imageOf(part: Loose): ResponseImage | undefined {
  const data = looseObject(part["inlineData"]);
  if (!data) return undefined;
  const url = `data:${looseText(data["mimeType"]) ?? "image/png"};base64,${looseText(data["data"]) ?? ""}`;
  return { type: "image_url", image_url: { url } };
}

/** Creates ids for tool calls: Google identifies calls by function name only, OpenAI's clients refer to an id. */
export function createCallIds(callId: string): (choice: number) => string {
  let made = 0;
  return (choice) => `call_${callId.slice(0, 24)}_${choice}_${made++}`;
}

export function callOf(part: Loose, newId: () => string): ResponseToolCall | undefined {
  const call = looseObject(part["functionCall"]);
  if (!call) return undefined;
  const signature = looseText(part["thoughtSignature"]);
  return {
    id: looseText(call["id"]) ?? newId(),
    type: "function",
    function: { name: looseText(call["name"]) ?? "", arguments: JSON.stringify(call["args"] ?? {}) },
    ...(signature === undefined ? {} : { extra_content: { google: { thought_signature: signature } } }),
  };
}

export function finishOf(native: string | undefined, called: boolean): ChatFinish {
  switch (native) {
    case "MAX_TOKENS":
      return "length";
    case "SAFETY":
    case "RECITATION":
    case "LANGUAGE":
    case "BLOCKLIST":
    case "PROHIBITED_CONTENT":
    case "SPII":
    case "IMAGE_SAFETY":
    case "IMAGE_PROHIBITED_CONTENT":
      return "content_filter";
    case "MALFORMED_FUNCTION_CALL":
    case "UNEXPECTED_TOOL_CALL":
    case "MALFORMED_RESPONSE":
      return "error";
    default:
      return called ? "tool_calls" : "stop";
  }
}

/** Reads `{"error": {code, message, status}}`, which is inside a list in a stream. */
export function errorOf(body: Loose | undefined, { status }: Pick<AnswerFacts, "status">): ChatError {
  const error = looseObject(body?.["error"]) ?? {};
  const message = looseText(error["message"]) ?? `Gemini answered ${status ?? "an error"}`;
  return chatError(status ?? looseNumber(error["code"]), looseText(error["status"]), message);
}
