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
import type { ChatMessage, ChatRequest, ChatTextPart, ChatUserPart, ThinkingBlock } from "../../chat/request.ts";
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
  "thinking",
]);

/** Translates OpenAI's chat request to Converse's. All system messages are joined into the one system prompt. */
export function requestOf(chat: ChatRequest): { body: Loose; dropped: readonly string[] } {
  const dropped = leftOut(chat, mapped, "Bedrock");
  const system = chat.messages.flatMap((message) =>
    message.role === "system" || message.role === "developer" ? textParts(message.content).flatMap(textBlocks) : [],
  );
  const inference = present({
    maxTokens: maxTokens(chat),
    temperature: chat.temperature,
    topP: chat.top_p,
    stopSequences: stops(chat),
  });
  // Parameters that Converse has no field for are passed to the model under its vendor's names.
  const model = present({ top_k: chat.top_k, thinking: chat.thinking });
  const documents = createNames();
  const body = present({
    messages: alternating(chat.messages.flatMap((message) => turnsOf(message, documents))),
    system: system.length === 0 ? undefined : system,
    inferenceConfig: filled(inference),
    toolConfig: toolConfig(chat),
    outputConfig: outputConfig(chat),
    additionalModelRequestFields: filled(model),
  });
  return { body, dropped };
}

const filled = (members: Loose) => (Object.keys(members).length === 0 ? undefined : members);

function toolConfig({ tools, tool_choice: choice, messages }: ChatRequest): Loose | undefined {
  if (!tools || tools.length === 0) return undefined;
  if (choice === "none") {
    const called = messages.some(({ role }) => role === "tool");
    if (!called) return undefined;
    throw new Untranslatable("tool_choice", 'Bedrock has no tool_choice "none" after tools were called');
  }
  const specs = tools.flatMap(({ function: tool, cache_control }) => {
    const inputSchema = { json: tool.parameters ?? { type: "object", properties: {} } };
    const strict = tool.strict === true ? true : undefined;
    const toolSpec = present({ name: tool.name, description: tool.description, inputSchema, strict });
    return [{ toolSpec }, ...cachePoint(cache_control)];
  });
  return present({ tools: specs, toolChoice: toolChoice(choice) });
}

function toolChoice(choice: ChatRequest["tool_choice"]): Loose | undefined {
  if (!choice) return undefined;
  if (typeof choice === "object") return { tool: { name: choice.function.name } };
  return choice === "required" ? { any: {} } : { auto: {} };
}

function outputConfig({ response_format: format }: ChatRequest): Loose | undefined {
  if (!format || format.type === "text") return undefined;
  if (format.type === "json_object") {
    throw new Untranslatable("response_format", "Bedrock has no json_object: give a json_schema");
  }
  const { name, description, schema } = format.json_schema;
  if (!schema) throw new Untranslatable("response_format", "a json_schema needs its schema");
  const jsonSchema = present({ name, description, schema: JSON.stringify(schema) });
  return { textFormat: { type: "json_schema", structure: { jsonSchema } } };
}

interface Turn {
  readonly role: "user" | "assistant";
  readonly content: readonly Loose[];
}

function turnsOf(message: ChatMessage, documents: Names): Turn[] {
  switch (message.role) {
    case "system":
    case "developer":
      return [];
    case "user": {
      const parts: readonly ChatUserPart[] =
        typeof message.content === "string" ? textParts(message.content) : message.content;
      return [{ role: "user", content: parts.flatMap((part) => userBlocks(part, documents)) }];
    }
    case "assistant": {
      const calls = (message.tool_calls ?? []).map((call) => ({
        toolUse: { toolUseId: call.id, name: call.function.name, input: callArguments(call) },
      }));
      const thoughts = (message.thinking_blocks ?? []).map(reasoningBlock);
      return [{ role: "assistant", content: [...thoughts, ...assistantTexts(message).flatMap(textBlocks), ...calls] }];
    }
    case "tool": {
      const content = textParts(message.content).map(({ text }) => {
        const json = looseObject(parsedJson(text));
        return json ? { json } : { text };
      });
      return [{ role: "user", content: [{ toolResult: { toolUseId: message.tool_call_id, content } }] }];
    }
    default:
      return unreachable(message);
  }
}

const textBlocks = ({ text, cache_control }: ChatTextPart): Loose[] => [{ text }, ...cachePoint(cache_control)];

/** Anthropic marks the block itself; Converse has a separate cache point block. */
const cachePoint = (cacheControl: unknown): Loose[] => (cacheControl ? [{ cachePoint: { type: "default" } }] : []);

function reasoningBlock(block: ThinkingBlock): Loose {
  if (block.type === "redacted_thinking") return { reasoningContent: { redactedContent: block.data } };
  return { reasoningContent: { reasoningText: present({ text: block.thinking, signature: block.signature }) } };
}

function userBlocks(part: ChatUserPart, documents: Names): Loose[] {
  switch (part.type) {
    case "text":
      return part.text === "" ? [] : textBlocks(part);
    case "image_url": {
      const inline = inlineMedia(part.image_url.url, "messages");
      if (!inline) throw new Untranslatable("messages", "Bedrock takes an image only as a data URL, not by address");
      const format = inline.mediaType.replace(/^image\//, "");
      return [{ image: { format, source: { bytes: inline.base64 } } }, ...cachePoint(part.cache_control)];
    }
    case "file": {
      const inline = part.file.file_data ? inlineMedia(part.file.file_data, "messages") : undefined;
      const format = inline && documentFormats.get(inline.mediaType);
      if (!inline || !format) {
        throw new Untranslatable(
          "messages",
          "Bedrock takes a file as a data URL of a PDF, a text, a table or a document",
        );
      }
      const name = documents(part.file.filename ?? "document");
      return [{ document: { format, name, source: { bytes: inline.base64 } } }, ...cachePoint(part.cache_control)];
    }
    case "input_audio":
      throw new Untranslatable("messages", "Converse takes no audio");
    default:
      return unreachable(part);
  }
}

const documentFormats: ReadonlyMap<string, string> = new Map([
  ["application/pdf", "pdf"],
  ["text/plain", "txt"],
  ["text/markdown", "md"],
  ["text/csv", "csv"],
  ["text/html", "html"],
  ["application/msword", "doc"],
  ["application/vnd.openxmlformats-officedocument.wordprocessingml.document", "docx"],
  ["application/vnd.ms-excel", "xls"],
  ["application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", "xlsx"],
]);

type Names = (wanted: string) => string;

/** Converse requires unique document names of letters, digits, spaces, hyphens and brackets. */
function createNames(): Names {
  const used = new Set<string>();
  return (wanted) => {
    const plain =
      wanted
        .replace(/[^A-Za-z0-9\s\-()[\]]+/g, " ")
        .replace(/\s+/g, " ")
        .trim()
        .slice(0, 180) || "document";
    const free = used.has(plain) ? `${plain} ${used.size + 1}` : plain;
    used.add(free);
    return free;
  };
}
