import { type Assembly, type Dialect, noStream } from "../../../packages/genai-wire/src/dialects/dialect.ts";
import {
  answer,
  blob,
  type Message,
  media,
  type Part,
  reasoning,
  type Tool,
  text,
  texts,
  tool,
  toolCall,
  toolResponse,
} from "../../../packages/genai-wire/src/dialects/message.ts";
import type { Usage } from "../../../packages/genai-wire/src/dialects/usage.ts";
import {
  either,
  type Loose,
  looseList,
  looseNumber,
  looseObject,
  looseObjects,
  looseText,
} from "../../../packages/genai-wire/src/loose-json.ts";

/** A language model of the Vercel AI SDK, specification v1 (SDK 4) to v4 (SDK 7). */
export const vercelModel: Dialect = {
  operation: "chat",
  readRequest(options) {
    const mode = looseObject(options["mode"]);
    const format = looseObject(options["responseFormat"]);
    return {
      input: looseObjects(options["prompt"]).map(messageOf),
      tools: toolsOf(options["tools"] ?? mode?.["tools"] ?? (mode?.["tool"] && [mode["tool"]])),
      toolChoice: options["toolChoice"] ?? mode?.["toolChoice"],
      params: {
        "gen_ai.request.temperature": looseNumber(options["temperature"]),
        "gen_ai.request.top_p": looseNumber(options["topP"]),
        "gen_ai.request.top_k": looseNumber(options["topK"]),
        "gen_ai.request.max_tokens": looseNumber(either(options, "maxOutputTokens", "maxTokens")),
        "gen_ai.request.frequency_penalty": looseNumber(options["frequencyPenalty"]),
        "gen_ai.request.presence_penalty": looseNumber(options["presencePenalty"]),
        "gen_ai.request.seed": looseNumber(options["seed"]),
        "gen_ai.request.stop_sequences": Array.isArray(options["stopSequences"])
          ? options["stopSequences"].filter((each) => typeof each === "string")
          : undefined,
        "gen_ai.output.type": format?.["type"] === "json" || mode?.["type"] === "object-json" ? "json" : undefined,
        "gen_ai.openai.request.response_format": format?.["type"] === "json" ? JSON.stringify(format) : undefined,
      },
    };
  },
  readResponse(result) {
    const response = looseObject(result["response"]);
    const reason = reasonOf(result["finishReason"]);
    return {
      id: looseText(response?.["id"]),
      model: looseText(response?.["modelId"]),
      output: answer(responseParts(result)),
      finishReasons: reason === undefined ? [] : [reason],
      usage: usageOf(looseObject(result["usage"]), looseObject(result["providerMetadata"])),
    };
  },
  assemble,
};

export const vercelEmbeddings: Dialect = {
  operation: "embeddings",
  readRequest: (options) => ({
    input: looseList(options["values"]).flatMap((each) =>
      typeof each === "string" ? [{ role: "user", parts: [text(each)] }] : [],
    ),
  }),
  readResponse: (result) => ({
    output: [],
    finishReasons: [],
    usage: { input: looseNumber(looseObject(result["usage"])?.["tokens"]) },
  }),
  assemble: noStream,
};

function messageOf(message: Loose): Message {
  const role = looseText(message["role"]) ?? "user";
  const { content } = message;
  return { role, parts: typeof content === "string" ? texts(content) : looseObjects(content).map(partOf) };
}

function partOf(part: Loose): Part {
  switch (part["type"]) {
    case "text":
      return text(looseText(part["text"]) ?? "");
    case "reasoning":
      return reasoning(looseText(part["text"]) ?? "");
    case "tool-call":
      return toolCall(part["toolCallId"], part["toolName"], part["input"] ?? part["args"]);
    case "tool-result":
      return { ...toolResponse(part["toolCallId"], resultOf(part)), name: looseText(part["toolName"]) };
    case "image":
    case "file":
      return filePart(part);
    default:
      return { ...part, type: looseText(part["type"]) ?? "generic" };
  }
}

/** `result` in v1; since v2 an `output` with the type of its value. */
function resultOf(part: Loose): unknown {
  const output = looseObject(part["output"]);
  return output?.["value"] ?? output ?? part["result"];
}

function filePart(part: Loose): Part {
  const mediaType = looseText(either(part, "mediaType", "mimeType"));
  const modality =
    part["type"] === "image" ? "image" : (/^(image|audio|video)\b/.exec(mediaType ?? "")?.[1] ?? "document");
  const source = part["data"] ?? part["image"];
  const data = looseObject(source)?.["data"] ?? looseObject(source)?.["url"] ?? source;
  if (data instanceof URL) return media(modality, data.href);
  if (typeof data === "string" && /^(https?|data):/.test(data)) return media(modality, data);
  return blob(modality, mediaType, data);
}

function toolsOf(tools: unknown): Tool[] {
  return looseObjects(tools).map((each) =>
    tool(
      looseText(each["name"]) ?? looseText(each["id"]) ?? "",
      each["description"],
      each["inputSchema"] ?? each["parameters"],
    ),
  );
}

function responseParts(result: Loose): Part[] {
  if (Array.isArray(result["content"])) return looseObjects(result["content"]).flatMap(contentPart);
  return [
    ...(typeof result["reasoning"] === "string"
      ? [reasoning(result["reasoning"])]
      : looseObjects(result["reasoning"]).map((each) => reasoning(looseText(each["text"]) ?? ""))),
    ...texts(result["text"]),
    ...looseObjects(result["toolCalls"]).map((call) => toolCall(call["toolCallId"], call["toolName"], call["args"])),
  ];
}

function contentPart(part: Loose): Part[] {
  const isEmptyText = part["text"] === "" && (part["type"] === "text" || part["type"] === "reasoning");
  return isEmptyText || part["type"] === "source" ? [] : [partOf(part)];
}

const reasonOf = (reason: unknown) => {
  const reasonObject = looseObject(reason);
  return looseText(reasonObject?.["unified"]) ?? looseText(reasonObject?.["raw"]) ?? looseText(reason);
};

/**
 * Counts are numbers in v1 and v2, and objects with totals since v3; v1 leaves some of them to the provider's
 * metadata.
 */
function usageOf(usage: Loose = {}, metadata: Loose = {}): Usage {
  const input = looseObject(usage["inputTokens"]) ?? {
    total: usage["inputTokens"] ?? usage["promptTokens"],
    cacheRead: usage["cachedInputTokens"],
  };
  const output = looseObject(usage["outputTokens"]) ?? {
    total: usage["outputTokens"] ?? usage["completionTokens"],
    reasoning: usage["reasoningTokens"],
  };
  const openai = looseObject(metadata["openai"]) ?? {};
  return {
    input: looseNumber(input["total"]),
    output: looseNumber(output["total"]),
    cacheRead: looseNumber(input["cacheRead"] ?? openai["cachedPromptTokens"]),
    cacheWrite: looseNumber(input["cacheWrite"]),
    reasoning: looseNumber(output["reasoning"] ?? openai["reasoningTokens"]),
  };
}

/** Assembles a stream: text and reasoning arrive in pieces, tool calls arrive whole. */
function assemble(): Assembly {
  const content: Record<string, unknown>[] = [];
  let [response, finish, error]: [Loose?, Loose?, unknown?] = [];
  const grow = (type: string, piece: unknown, id: unknown) => {
    if (typeof piece !== "string") return;
    const last = content.at(-1);
    if (last?.["type"] === type && last["id"] === id) last["text"] = `${String(last["text"])}${piece}`;
    else content.push({ type, id, text: piece });
  };
  return {
    add(part) {
      switch (part["type"]) {
        case "text-delta":
          grow("text", either(part, "delta", "textDelta"), part["id"]);
          break;
        case "reasoning":
        case "reasoning-delta":
          grow("reasoning", either(part, "delta", "textDelta"), part["id"]);
          break;
        case "tool-call":
          content.push(part);
          break;
        case "response-metadata":
          response = { ...response, ...part };
          break;
        case "finish":
          finish = part;
          break;
        case "error":
          error = part["error"];
          break;
        default:
      }
    },
    result() {
      const { finishReason, usage, providerMetadata } = finish ?? {};
      const hasContent = content.length > 0 || response !== undefined || finish !== undefined;
      const reply = { content, response, finishReason, usage, providerMetadata };
      return {
        response: hasContent ? vercelModel.readResponse(reply) : undefined,
        ended: finish !== undefined,
        ...(error === undefined ? {} : { error }),
      };
    },
  };
}
