import { leftOut, type Param, Untranslatable } from "../../chat/fit.ts";
import {
  alternating,
  assistantTexts,
  callArguments,
  inlineMedia,
  maxTokens,
  present,
  stops,
  textParts,
} from "../../chat/parts.ts";
import type { ChatMessage, ChatRequest, ChatTextPart, ChatUserPart } from "../../chat/request.ts";
import type { Loose } from "../../loose-json.ts";
import { unreachable } from "../../unreachable.ts";

/** Messages requires a limit where OpenAI does not; this is the largest that every model of the API accepts. */
const defaultMaxTokens = 4096;

const mapped: ReadonlySet<Param> = new Set<Param>([
  "max_tokens",
  "max_completion_tokens",
  "temperature",
  "top_p",
  "top_k",
  "stop",
  "parallel_tool_calls",
  "response_format",
  "reasoning_effort",
  "thinking",
  "user",
  "safety_identifier",
]);

/** Translates OpenAI's chat request to Anthropic's. All system messages are joined into the one system prompt. */
export function requestOf(chat: ChatRequest): { body: Loose; dropped: readonly string[] } {
  const dropped = leftOut(chat, mapped, "Anthropic");
  const userId = chat.user ?? chat.safety_identifier;
  const system = chat.messages.flatMap((message) =>
    message.role === "system" || message.role === "developer" ? textParts(message.content).map(textBlock) : [],
  );
  const body = present({
    model: chat.model,
    max_tokens: maxTokens(chat) ?? defaultMaxTokens,
    system: system.length === 0 ? undefined : system,
    messages: alternating(chat.messages.flatMap(turnsOf)),
    tools: chat.tools?.map(({ function: tool, cache_control }) =>
      present({
        name: tool.name,
        description: tool.description,
        input_schema: tool.parameters ?? { type: "object", properties: {} },
        strict: tool.strict === true ? true : undefined,
        cache_control,
      }),
    ),
    tool_choice: toolChoice(chat),
    temperature: chat.temperature,
    top_p: chat.top_p,
    top_k: chat.top_k,
    stop_sequences: stops(chat),
    stream: chat.stream === true ? true : undefined,
    thinking: chat.thinking ?? (chat.reasoning_effort === "none" ? { type: "disabled" } : undefined),
    output_config: outputConfig(chat),
    metadata: userId ? { user_id: userId } : undefined,
  });
  return { body, dropped };
}

function toolChoice({ tools, tool_choice, parallel_tool_calls }: ChatRequest): Loose | undefined {
  if (!tools || tools.length === 0) return undefined;
  const alone = parallel_tool_calls === false ? { disable_parallel_tool_use: true } : {};
  if (typeof tool_choice === "object" && tool_choice !== null) {
    return { type: "tool", name: tool_choice.function.name, ...alone };
  }
  if (tool_choice === "none") return { type: "none" };
  if (tool_choice === "required") return { type: "any", ...alone };
  return tool_choice === "auto" || parallel_tool_calls === false ? { type: "auto", ...alone } : undefined;
}

function outputConfig({ response_format: format, reasoning_effort: effort }: ChatRequest): Loose | undefined {
  if (format?.type === "json_object") {
    throw new Untranslatable("response_format", "Anthropic has no json_object: give a json_schema");
  }
  const schema = format?.type === "json_schema" ? format.json_schema.schema : undefined;
  if (format?.type === "json_schema" && !schema) {
    throw new Untranslatable("response_format", "a json_schema needs its schema");
  }
  const level = effort === "minimal" ? "low" : effort;
  if (!schema && (!level || level === "none")) return undefined;
  return {
    ...(schema ? { format: { type: "json_schema", schema } } : {}),
    ...(level && level !== "none" ? { effort: level } : {}),
  };
}

interface Turn {
  readonly role: "user" | "assistant";
  readonly content: readonly Loose[];
}

function turnsOf(message: ChatMessage): Turn[] {
  switch (message.role) {
    case "system":
    case "developer":
      return [];
    case "user": {
      const parts: readonly ChatUserPart[] =
        typeof message.content === "string" ? textParts(message.content) : message.content;
      return [{ role: "user", content: parts.flatMap(userBlock) }];
    }
    case "assistant": {
      const calls = (message.tool_calls ?? []).map((call) => ({
        type: "tool_use",
        id: call.id,
        name: call.function.name,
        input: callArguments(call),
      }));
      const thoughts = (message.thinking_blocks ?? []).map((block) => present(block));
      return [{ role: "assistant", content: [...thoughts, ...assistantTexts(message).map(textBlock), ...calls] }];
    }
    case "tool": {
      const content = textParts(message.content).map(textBlock);
      return [{ role: "user", content: [{ type: "tool_result", tool_use_id: message.tool_call_id, content }] }];
    }
    default:
      return unreachable(message);
  }
}

const textBlock = ({ text, cache_control }: ChatTextPart): Loose => present({ type: "text", text, cache_control });

function userBlock(part: ChatUserPart): Loose[] {
  switch (part.type) {
    case "text":
      return part.text === "" ? [] : [textBlock(part)];
    case "image_url": {
      const inline = inlineMedia(part.image_url.url, "messages");
      const source = inline ? base64(inline.mediaType, inline.base64) : { type: "url", url: part.image_url.url };
      return [present({ type: "image", source, cache_control: part.cache_control })];
    }
    case "file": {
      const inline = part.file.file_data ? inlineMedia(part.file.file_data, "messages") : undefined;
      if (!inline) throw new Untranslatable("messages", "Anthropic takes a file only as a data URL in file_data");
      const { mediaType } = inline;
      const source =
        mediaType === "text/plain"
          ? { type: "text", media_type: mediaType, data: Buffer.from(inline.base64, "base64").toString("utf8") }
          : base64(mediaType, inline.base64);
      return [present({ type: "document", source, title: part.file.filename, cache_control: part.cache_control })];
    }
    case "input_audio":
      throw new Untranslatable("messages", "Anthropic takes no audio");
    default:
      return unreachable(part);
  }
}

const base64 = (media_type: string, data: string): Loose => ({ type: "base64", media_type, data });
