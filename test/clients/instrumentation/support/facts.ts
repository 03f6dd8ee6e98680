import { finishReasonOf } from "../../../../src/datapoints/shapes/finish-reasons.ts";
import { unreachable } from "../../../../src/platform/http/unreachable.ts";
import { pieces } from "../../../support/providers/wire.ts";
import type { Served } from "./provider.ts";

// Recorded exchanges and answers of the API, read by their own test.
// oxlint-disable-next-line typescript/no-explicit-any
export type Loose = any;

/** What a datapoint must tell of a call. Absent is undefined. */
export interface Facts {
  readonly operation: string;
  readonly requestModel: string;
  readonly streaming: boolean;
  readonly said: readonly string[];
  readonly tools: readonly string[];
  readonly responseId?: string | undefined;
  readonly responseModel?: string | undefined;
  readonly answered: readonly string[];
  readonly toolCalls: readonly { readonly name: string; readonly arguments: unknown }[];
  readonly finishReasons: readonly string[];
  readonly usage: Readonly<Record<string, number>>;
  readonly error?: { readonly status?: number; readonly message?: string; readonly type?: string } | undefined;
}

/** What the server saw and what it answered, read from the bare JSON of each API and from nothing of ours. */
export function factsOfServed(served: Served): Facts {
  const { exchange, body, ending, untold } = served;
  const asked = askedOf(served);
  const empty = { answered: [], toolCalls: [], finishReasons: [], usage: {} };
  if (exchange.httpStatus >= 400) {
    const reply: Loose = exchange.rawResponse;
    const { error = reply } = reply;
    return { ...asked, ...empty, error: { status: exchange.httpStatus, message: error.message } };
  }
  const told = answeredOf(exchange.flavor, exchange.rawResponse, body);
  const whole = { ...asked, ...told, ...(untold ? { [untold]: undefined } : {}) };
  switch (ending) {
    case "whole":
      return whole;
    case "left":
    case "dropped": {
      // The server stopped after the first piece of text: no finish reason yet, and counts with Google only.
      const first = whole.answered[0];
      return {
        ...whole,
        answered: first === undefined ? [] : pieces(first).slice(0, 1),
        finishReasons: [],
        usage: exchange.flavor === "gemini" ? whole.usage : {},
        error: { type: ending === "left" ? "cancelled" : "stream_interrupted" },
      };
    }
    default:
      return unreachable(ending);
  }
}

type Asked = Pick<Facts, "operation" | "requestModel" | "streaming" | "said" | "tools">;

function askedOf({ exchange: { flavor }, body, path }: Served): Asked {
  const asked = body as Loose;
  const modelInPath = decodeURIComponent(/\/models?\/([^/:]+)/.exec(path)?.[1] ?? "");
  const streaming = asked.stream === true || /stream/i.test(path);
  switch (flavor) {
    case "openai.chat":
      return {
        operation: "chat",
        requestModel: asked.model,
        streaming,
        said: asked.messages.flatMap((message: Loose) => textsOf(message.content).map(unquoted)),
        tools: (asked.tools ?? []).map((tool: Loose) => tool.function.name),
      };
    case "openai.responses":
      return {
        operation: "chat",
        requestModel: asked.model,
        streaming,
        said: [...textsOf(asked.instructions), ...responsesInput(asked.input)],
        tools: (asked.tools ?? []).map((tool: Loose) => tool.name),
      };
    case "openai.embeddings":
      return { operation: "embedding", requestModel: asked.model, streaming, said: [asked.input].flat(), tools: [] };
    case "anthropic.messages":
      return {
        operation: "chat",
        requestModel: asked.model,
        streaming,
        said: [...textsOf(asked.system), ...asked.messages.flatMap((message: Loose) => textsOf(message.content))],
        tools: (asked.tools ?? []).map((tool: Loose) => tool.name),
      };
    case "gemini":
      return {
        operation: "chat",
        requestModel: modelInPath,
        streaming,
        said: [asked.systemInstruction, ...asked.contents].flatMap((content) => textsOf(content?.parts)),
        tools: (asked.tools ?? []).flatMap((tool: Loose) => tool.functionDeclarations.map(({ name }: Loose) => name)),
      };
    case "gemini.embeddings":
      return {
        operation: "embedding",
        requestModel: modelInPath,
        streaming: false,
        said: asked.requests.flatMap(({ content }: Loose) => textsOf(content.parts)),
        tools: [],
      };
    case "bedrock.converse":
      return {
        operation: "chat",
        requestModel: modelInPath,
        streaming,
        said: [...textsOf(asked.system), ...asked.messages.flatMap((message: Loose) => textsOf(message.content))],
        tools: (asked.toolConfig?.tools ?? []).map(({ toolSpec }: Loose) => toolSpec.name),
      };
    default:
      throw new Error(`no facts of ${flavor}`);
  }
}

type AnsweredFacts = Pick<Facts, "responseId" | "responseModel" | "answered" | "toolCalls" | "finishReasons" | "usage">;

function answeredOf(flavor: string, reply: Loose, asked: Loose): AnsweredFacts {
  switch (flavor) {
    case "openai.chat": {
      const countsAsked = asked.stream !== true || asked.stream_options?.include_usage === true;
      return {
        responseId: reply.id,
        responseModel: reply.model,
        answered: reply.choices.flatMap(({ message }: Loose) => [
          ...textsOf(message.content),
          ...textsOf(message.refusal),
        ]),
        toolCalls: reply.choices
          .flatMap(({ message }: Loose) => message.tool_calls ?? [])
          .map((call: Loose) => ({ name: call.function.name, arguments: JSON.parse(call.function.arguments) })),
        finishReasons: reply.choices.map((choice: Loose) => finishReasonOf(choice.finish_reason)),
        usage: countsAsked ? openAiCounts(reply.usage) : {},
      };
    }
    case "openai.responses": {
      const calls = reply.output.filter(({ type }: Loose) => type === "function_call");
      return {
        responseId: reply.id,
        responseModel: reply.model,
        answered: reply.output.flatMap((item: Loose) => textsOf(item.content)),
        toolCalls: calls.map((call: Loose) => ({ name: call.name, arguments: JSON.parse(call.arguments) })),
        finishReasons: [calls.length > 0 ? "tool_calls" : reply.status === "incomplete" ? "length" : "stop"],
        usage: openAiCounts(reply.usage),
      };
    }
    case "openai.embeddings":
      return {
        responseId: undefined,
        responseModel: reply.model,
        answered: [],
        toolCalls: [],
        finishReasons: [],
        usage: { inputTokens: reply.usage.prompt_tokens },
      };
    case "anthropic.messages": {
      const { input_tokens, cache_read_input_tokens: read = 0, cache_creation_input_tokens: write = 0 } = reply.usage;
      return {
        responseId: reply.id,
        responseModel: reply.model,
        answered: textsOf(reply.content),
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
        answered: textsOf(candidate.content.parts),
        toolCalls: calls.map(({ functionCall }: Loose) => ({ name: functionCall.name, arguments: functionCall.args })),
        finishReasons: [calls.length > 0 ? "tool_calls" : finishReasonOf(candidate.finishReason)],
        usage: counts(promptTokenCount, candidatesTokenCount + thoughtsTokenCount),
      };
    }
    case "gemini.embeddings":
      return { answered: [], toolCalls: [], finishReasons: [], usage: {} };
    case "bedrock.converse": {
      const { content } = reply.output.message;
      const {
        inputTokens,
        outputTokens,
        cacheReadInputTokens: read = 0,
        cacheWriteInputTokens: write = 0,
      } = reply.usage;
      return {
        answered: textsOf(content),
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

/** A count of zero and none at all are one: who tells zeros differs between SDKs. */
const positive = (counts: Readonly<Record<string, number | undefined>>): Record<string, number> =>
  Object.fromEntries(Object.entries(counts).flatMap(([name, value]) => (value ? [[name, value]] : [])));

/** The texts of some content in any provider's shape, of the results of tools too. */
function textsOf(content: Loose): string[] {
  if (typeof content === "string") return content === "" ? [] : [content];
  if (!Array.isArray(content)) return [];
  return content.flatMap((part: Loose) => {
    if (typeof part.text === "string" && part.thought !== true) return [part.text];
    if (part.type === "tool_result") return textsOf(part.content);
    return part.toolResult ? textsOf(part.toolResult.content) : [];
  });
}

/** Some send a tool's result that is a text as JSON. */
const unquoted = (text: string): string => (/^".*"$/s.test(text) ? (JSON.parse(text) as string) : text);

const responsesInput = (input: Loose): string[] =>
  typeof input === "string" ? [input] : input.flatMap((item: Loose) => textsOf(item.content ?? item.output));

/** The same facts, as the API tells them of a datapoint. */
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
    said: texts(one.input),
    tools: (one.tools ?? []).map(({ name }: Loose) => name),
    responseId: one.responseId,
    responseModel: one.responseModel,
    answered: texts(one.output),
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
  // A connection that broke is told by whoever noticed: a status and a message of the provider there are none.
  if (status === undefined && ofStream) return { type: type === "cancelled" ? type : "stream_interrupted" };
  return { status, message };
}
