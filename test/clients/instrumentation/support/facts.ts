import { finishReasonOf } from "../../../../src/datapoints/shapes/finish-reasons.ts";
import { unreachable } from "../../../../src/platform/http/unreachable.ts";
import { pieces } from "../../../support/providers/wire.ts";
import type { Served } from "./provider.ts";

// Recorded exchanges and API responses; each test reads its own shape.
// oxlint-disable-next-line typescript/no-explicit-any
export type Loose = any;

/** The facts of a call that a datapoint must contain; undefined means absent. */
export interface Facts {
  readonly operation: string;
  readonly requestModel: string;
  readonly streaming: boolean;
  readonly inputTexts: readonly string[];
  readonly tools: readonly string[];
  readonly responseId?: string | undefined;
  readonly responseModel?: string | undefined;
  readonly outputTexts: readonly string[];
  readonly toolCalls: readonly { readonly name: string; readonly arguments: unknown }[];
  readonly finishReasons: readonly string[];
  readonly usage: Readonly<Record<string, number>>;
  readonly error?: { readonly status?: number; readonly message?: string; readonly type?: string } | undefined;
}

/** Reads what the server received and returned from the raw JSON of each API, without Gaffe's own code. */
export function factsOfServed(served: Served): Facts {
  const { exchange, body, ending, untold } = served;
  const requestFacts = requestFactsOf(served);
  const empty = { outputTexts: [], toolCalls: [], finishReasons: [], usage: {} };
  if (exchange.httpStatus >= 400) {
    const reply: Loose = exchange.rawResponse;
    const { error = reply } = reply;
    return { ...requestFacts, ...empty, error: { status: exchange.httpStatus, message: error.message } };
  }
  const responseFacts = responseFactsOf(exchange.flavor, exchange.rawResponse, body);
  const whole = { ...requestFacts, ...responseFacts, ...(untold ? { [untold]: undefined } : {}) };
  switch (ending) {
    case "whole":
      return whole;
    case "left":
    case "dropped": {
      // The server stopped after the first piece of text: no finish reason yet, and counts only with Google.
      const first = whole.outputTexts[0];
      return {
        ...whole,
        outputTexts: first === undefined ? [] : pieces(first).slice(0, 1),
        finishReasons: [],
        usage: exchange.flavor === "gemini" ? whole.usage : {},
        error: { type: ending === "left" ? "cancelled" : "stream_interrupted" },
      };
    }
    default:
      return unreachable(ending);
  }
}

type RequestFacts = Pick<Facts, "operation" | "requestModel" | "streaming" | "inputTexts" | "tools">;

function requestFactsOf({ exchange: { flavor }, body, path }: Served): RequestFacts {
  const request = body as Loose;
  const modelInPath = decodeURIComponent(/\/models?\/([^/:]+)/.exec(path)?.[1] ?? "");
  const streaming = request.stream === true || /stream/i.test(path);
  switch (flavor) {
    case "openai.chat":
      return {
        operation: "chat",
        requestModel: request.model,
        streaming,
        inputTexts: request.messages.flatMap((message: Loose) => textsOf(message.content).map(unquoted)),
        tools: (request.tools ?? []).map((tool: Loose) => tool.function.name),
      };
    case "openai.responses":
      return {
        operation: "chat",
        requestModel: request.model,
        streaming,
        inputTexts: [...textsOf(request.instructions), ...responsesInput(request.input)],
        tools: (request.tools ?? []).map((tool: Loose) => tool.name),
      };
    case "openai.embeddings":
      return {
        operation: "embedding",
        requestModel: request.model,
        streaming,
        inputTexts: [request.input].flat(),
        tools: [],
      };
    case "anthropic.messages":
      return {
        operation: "chat",
        requestModel: request.model,
        streaming,
        inputTexts: [
          ...textsOf(request.system),
          ...request.messages.flatMap((message: Loose) => textsOf(message.content)),
        ],
        tools: (request.tools ?? []).map((tool: Loose) => tool.name),
      };
    case "gemini":
      return {
        operation: "chat",
        requestModel: modelInPath,
        streaming,
        inputTexts: [request.systemInstruction, ...request.contents].flatMap((content) => textsOf(content?.parts)),
        tools: (request.tools ?? []).flatMap((tool: Loose) => tool.functionDeclarations.map(({ name }: Loose) => name)),
      };
    case "gemini.embeddings":
      return {
        operation: "embedding",
        requestModel: modelInPath,
        streaming: false,
        inputTexts: request.requests.flatMap(({ content }: Loose) => textsOf(content.parts)),
        tools: [],
      };
    case "bedrock.converse":
      return {
        operation: "chat",
        requestModel: modelInPath,
        streaming,
        inputTexts: [
          ...textsOf(request.system),
          ...request.messages.flatMap((message: Loose) => textsOf(message.content)),
        ],
        tools: (request.toolConfig?.tools ?? []).map(({ toolSpec }: Loose) => toolSpec.name),
      };
    default:
      throw new Error(`no facts of ${flavor}`);
  }
}

type ResponseFacts = Pick<
  Facts,
  "responseId" | "responseModel" | "outputTexts" | "toolCalls" | "finishReasons" | "usage"
>;

function responseFactsOf(flavor: string, reply: Loose, request: Loose): ResponseFacts {
  switch (flavor) {
    case "openai.chat": {
      const requestsCounts = request.stream !== true || request.stream_options?.include_usage === true;
      return {
        responseId: reply.id,
        responseModel: reply.model,
        outputTexts: reply.choices.flatMap(({ message }: Loose) => [
          ...textsOf(message.content),
          ...textsOf(message.refusal),
        ]),
        toolCalls: reply.choices
          .flatMap(({ message }: Loose) => message.tool_calls ?? [])
          .map((call: Loose) => ({ name: call.function.name, arguments: JSON.parse(call.function.arguments) })),
        finishReasons: reply.choices.map((choice: Loose) => finishReasonOf(choice.finish_reason)),
        usage: requestsCounts ? openAiCounts(reply.usage) : {},
      };
    }
    case "openai.responses": {
      const calls = reply.output.filter(({ type }: Loose) => type === "function_call");
      return {
        responseId: reply.id,
        responseModel: reply.model,
        outputTexts: reply.output.flatMap((item: Loose) => textsOf(item.content)),
        toolCalls: calls.map((call: Loose) => ({ name: call.name, arguments: JSON.parse(call.arguments) })),
        finishReasons: [calls.length > 0 ? "tool_calls" : reply.status === "incomplete" ? "length" : "stop"],
        usage: openAiCounts(reply.usage),
      };
    }
    case "openai.embeddings":
      return {
        responseId: undefined,
        responseModel: reply.model,
        outputTexts: [],
        toolCalls: [],
        finishReasons: [],
        usage: { inputTokens: reply.usage.prompt_tokens },
      };
    case "anthropic.messages": {
      const { input_tokens, cache_read_input_tokens: read = 0, cache_creation_input_tokens: write = 0 } = reply.usage;
      return {
        responseId: reply.id,
        responseModel: reply.model,
        outputTexts: textsOf(reply.content),
        toolCalls: reply.content
          .filter(({ type }: Loose) => type === "tool_use")
          .map(({ name, input }: Loose) => ({ name, arguments: input })),
        finishReasons: [finishReasonOf(reply.stop_reason)],
        usage: counts(input_tokens + read + write, reply.usage.output_tokens, read, write),
      };
    }
    case "gemini": {
      const [candidate] = reply.candidates;
      const calls = candidate.content.parts.filter((part: Loose) => part.functionCall);
      const { promptTokenCount, candidatesTokenCount, thoughtsTokenCount = 0 } = reply.usageMetadata;
      return {
        responseId: reply.responseId,
        responseModel: reply.modelVersion,
        outputTexts: textsOf(candidate.content.parts),
        toolCalls: calls.map(({ functionCall }: Loose) => ({ name: functionCall.name, arguments: functionCall.args })),
        finishReasons: [calls.length > 0 ? "tool_calls" : finishReasonOf(candidate.finishReason)],
        usage: counts(promptTokenCount, candidatesTokenCount + thoughtsTokenCount),
      };
    }
    case "gemini.embeddings":
      return { outputTexts: [], toolCalls: [], finishReasons: [], usage: {} };
    case "bedrock.converse": {
      const { content } = reply.output.message;
      const {
        inputTokens,
        outputTokens,
        cacheReadInputTokens: read = 0,
        cacheWriteInputTokens: write = 0,
      } = reply.usage;
      return {
        outputTexts: textsOf(content),
        toolCalls: content
          .filter(({ toolUse }: Loose) => toolUse)
          .map(({ toolUse }: Loose) => ({ name: toolUse.name, arguments: toolUse.input })),
        finishReasons: [finishReasonOf(reply.stopReason)],
        usage: counts(inputTokens + read + write, outputTokens, read, write),
      };
    }
    default:
      throw new Error(`no facts of ${flavor}`);
  }
}

// oxlint-disable-next-line max-params -- four counts
function counts(inputTokens: number, outputTokens: number, cacheReadTokens = 0, cacheWriteTokens = 0) {
  return positive({ inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens });
}

function openAiCounts(usage: Loose) {
  return positive({
    inputTokens: usage.prompt_tokens ?? usage.input_tokens,
    outputTokens: usage.completion_tokens ?? usage.output_tokens,
    cacheReadTokens: (usage.prompt_tokens_details ?? usage.input_tokens_details)?.cached_tokens,
    reasoningTokens: (usage.completion_tokens_details ?? usage.output_tokens_details)?.reasoning_tokens,
  });
}

/** Zero counts are dropped: SDKs differ in whether they report them. */
const positive = (counts: Readonly<Record<string, number | undefined>>): Record<string, number> =>
  Object.fromEntries(Object.entries(counts).flatMap(([name, value]) => (value ? [[name, value]] : [])));

/** Returns the texts of content in any provider's format, including tool results. */
function textsOf(content: Loose): string[] {
  if (typeof content === "string") return content === "" ? [] : [content];
  if (!Array.isArray(content)) return [];
  return content.flatMap((part: Loose) => {
    if (typeof part.text === "string" && part.thought !== true) return [part.text];
    if (part.type === "tool_result") return textsOf(part.content);
    return part.toolResult ? textsOf(part.toolResult.content) : [];
  });
}

/** Some SDKs send a tool's text result as JSON. */
const unquoted = (text: string): string => (/^".*"$/s.test(text) ? (JSON.parse(text) as string) : text);

const responsesInput = (input: Loose): string[] =>
  typeof input === "string" ? [input] : input.flatMap((item: Loose) => textsOf(item.content ?? item.output));

/** Returns the same facts of a datapoint from the API. */
export function factsOfDatapoint(one: Loose): Facts {
  const parts = (messages: Loose): Loose[] => messages.flatMap((message: Loose) => message.parts);
  const texts = (messages: Loose): string[] =>
    parts(messages).flatMap((part) => {
      if (part.type === "text" || part.type === "refusal") return [part.text];
      return part.type === "tool_result"
        ? [typeof part.result === "string" ? part.result : JSON.stringify(part.result)]
        : [];
    });
  return {
    operation: one.operation,
    requestModel: one.requestModel,
    streaming: one.streaming === true,
    inputTexts: texts(one.input),
    tools: (one.tools ?? []).map(({ name }: Loose) => name),
    responseId: one.responseId,
    responseModel: one.responseModel,
    outputTexts: texts(one.output),
    toolCalls: parts(one.output)
      .filter(({ type }) => type === "tool_call")
      .map(({ name, arguments: given }) => ({ name, arguments: given })),
    finishReasons: one.finishReasons ?? [],
    usage: positive(one.usage ?? {}),
    error: one.error && errorOf(one.error),
  };
}

function errorOf({ type, status, message }: Loose): Facts["error"] {
  const ofStream = type === "cancelled" || type === "stream_interrupted" || type === "provider_unavailable";
  // The client reports a broken connection: there is neither a status nor a provider message.
  if (status === undefined && ofStream) return { type: type === "cancelled" ? type : "stream_interrupted" };
  return { status, message };
}
