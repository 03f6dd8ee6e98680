import { leftOut, type Param, Untranslatable } from "../../chat/fit.ts";
import {
  alternating,
  assistantTexts,
  callArguments,
  inlineMedia,
  joinedText,
  maxTokens,
  present,
  stops,
  textParts,
} from "../../chat/parts.ts";
import type { ChatMessage, ChatRequest, ChatToolCall, ChatUserPart } from "../../chat/request.ts";
import { type Loose, looseObject, parsedJson } from "../../loose-json.ts";
import { unreachable } from "../../unreachable.ts";

const mapped: ReadonlySet<Param> = new Set<Param>([
  "max_tokens",
  "max_completion_tokens",
  "temperature",
  "top_p",
  "top_k",
  "stop",
  "response_format",
  "reasoning_effort",
  "n",
  "seed",
  "frequency_penalty",
  "presence_penalty",
  "logprobs",
  "top_logprobs",
]);

/** Translates OpenAI's chat request to Google's. All system messages are joined into the one system instruction. */
export function requestOf(chat: ChatRequest): { body: Loose; dropped: readonly string[] } {
  const dropped = leftOut(chat, mapped, "Gemini");
  const system = chat.messages.flatMap((message) =>
    message.role === "system" || message.role === "developer" ? textParts(message.content).map(textPart) : [],
  );
  const names = new Map(
    chat.messages.flatMap((message) =>
      message.role === "assistant" ? (message.tool_calls ?? []).map(({ id, function: { name } }) => [id, name]) : [],
    ),
  );
  const turns = alternating(chat.messages.flatMap((message) => turnsOf(message, names)));
  const config = generationConfig(chat);
  const body = present({
    systemInstruction: system.length === 0 ? undefined : { parts: system },
    contents: turns.map(({ role, content }) => ({ role, parts: content })),
    tools:
      chat.tools && chat.tools.length > 0
        ? [
            {
              functionDeclarations: chat.tools.map(({ function: tool }) =>
                present({ name: tool.name, description: tool.description, parametersJsonSchema: tool.parameters }),
              ),
            },
          ]
        : undefined,
    toolConfig: toolConfig(chat),
    generationConfig: Object.keys(config).length === 0 ? undefined : config,
  });
  return { body, dropped };
}

function generationConfig(chat: ChatRequest): Loose {
  const format = chat.response_format;
  return present({
    temperature: chat.temperature,
    topP: chat.top_p,
    topK: chat.top_k,
    maxOutputTokens: maxTokens(chat),
    stopSequences: stops(chat),
    candidateCount: chat.n === 1 ? undefined : chat.n,
    seed: chat.seed,
    frequencyPenalty: chat.frequency_penalty,
    presencePenalty: chat.presence_penalty,
    responseMimeType: format && format.type !== "text" ? "application/json" : undefined,
    responseJsonSchema: format?.type === "json_schema" ? format.json_schema.schema : undefined,
    thinkingConfig: thinkingConfig(chat),
    ...logprobsConfig(chat),
  });
}

function logprobsConfig({ logprobs, top_logprobs: top }: ChatRequest): Loose {
  if (logprobs === true) return { responseLogprobs: true, logprobs: top ? top : undefined };
  if (top) throw new Untranslatable("top_logprobs", `"top_logprobs" needs "logprobs": true`);
  return {};
}

/** Uses the budgets of Google's own OpenAI-compatible endpoint; models from Gemini 3 on take a level instead. */
function thinkingConfig({ model, reasoning_effort: effort }: ChatRequest): Loose | undefined {
  if (!effort) return undefined;
  if (/gemini-[3-9]/.test(model)) {
    if (effort === "none") return { thinkingLevel: "minimal" };
    return { thinkingLevel: effort === "xhigh" || effort === "max" ? "high" : effort };
  }
  const budgets = { none: 0, minimal: 1_024, low: 1_024, medium: 8_192, high: 24_576, xhigh: 24_576, max: 24_576 };
  return { thinkingBudget: budgets[effort] };
}

function toolConfig({ tools, tool_choice: choice }: ChatRequest): Loose | undefined {
  if (!tools || tools.length === 0 || !choice) return undefined;
  const mode = (functionCallingConfig: Loose) => ({ functionCallingConfig });
  if (typeof choice === "object") return mode({ mode: "ANY", allowedFunctionNames: [choice.function.name] });
  return mode({ mode: { none: "NONE", auto: "AUTO", required: "ANY" }[choice] });
}

interface Turn {
  readonly role: "user" | "model";
  readonly content: readonly Loose[];
}

function turnsOf(message: ChatMessage, names: ReadonlyMap<string, string>): Turn[] {
  switch (message.role) {
    case "system":
    case "developer":
      return [];
    case "user": {
      const parts: readonly ChatUserPart[] =
        typeof message.content === "string" ? textParts(message.content) : message.content;
      return [{ role: "user", content: parts.flatMap(userPart) }];
    }
    case "assistant":
      return [
        {
          role: "model",
          content: [...assistantTexts(message).map(textPart), ...(message.tool_calls ?? []).map(callPart)],
        },
      ];
    case "tool": {
      const name = names.get(message.tool_call_id);
      if (name === undefined) {
        throw new Untranslatable("messages", `no earlier call has the id "${message.tool_call_id}" of a tool's result`);
      }
      const text = joinedText(message.content);
      // Google requires an object; other values are put under the name that its documentation uses.
      const response = looseObject(parsedJson(text)) ?? { output: text };
      return [{ role: "user", content: [{ functionResponse: { name, response } }] }];
    }
    default:
      return unreachable(message);
  }
}

const textPart = ({ text }: { readonly text: string }): Loose => ({ text });

function callPart(call: ChatToolCall): Loose {
  const thoughtSignature = call.extra_content?.google?.thought_signature;
  return present({ functionCall: { name: call.function.name, args: callArguments(call) }, thoughtSignature });
}

function userPart(part: ChatUserPart): Loose[] {
  switch (part.type) {
    case "text":
      return part.text === "" ? [] : [textPart(part)];
    case "image_url": {
      const { url } = part.image_url;
      const inline = inlineMedia(url, "messages");
      if (inline) return [inlineData(inline.mediaType, inline.base64)];
      return [{ fileData: present({ fileUri: url, mimeType: mimeTypeOf(url) }) }];
    }
    case "input_audio":
      return [inlineData(`audio/${part.input_audio.format}`, part.input_audio.data)];
    case "file": {
      const inline = part.file.file_data ? inlineMedia(part.file.file_data, "messages") : undefined;
      if (inline) return [inlineData(inline.mediaType, inline.base64)];
      throw new Untranslatable("messages", "Gemini takes a file only as a data URL in file_data");
    }
    default:
      return unreachable(part);
  }
}

const inlineData = (mimeType: string, data: string): Loose => ({ inlineData: { mimeType, data } });

const mimeTypes: ReadonlyMap<string, string> = new Map([
  ["png", "image/png"],
  ["jpg", "image/jpeg"],
  ["jpeg", "image/jpeg"],
  ["webp", "image/webp"],
  ["gif", "image/gif"],
  ["heic", "image/heic"],
]);

const mimeTypeOf = (url: string) => mimeTypes.get(/\.(\w+)(?:[?#]|$)/.exec(url)?.[1]?.toLowerCase() ?? "");
