import type { Attributes, Span } from "../../../otlp/index.ts";
import type { Json } from "../../../platform/json/json.ts";
import { type Claim, type Convention, call, context } from "../../assembly/convention.ts";
import { fill, type Reading } from "../../assembly/reading.ts";
import { number, text, texts } from "../../shapes/attributes/attributes.ts";
import { contentOf } from "../../shapes/attributes/content-attributes.ts";
import { readGenAi } from "../../shapes/call-reading.ts";
import { finishReasonOf } from "../../shapes/finish-reasons.ts";
import { at, isList, isObject, jsonOf, jsonOfText, objectOf, textOf } from "../../shapes/json.ts";
import { messagesOf } from "../../shapes/messages/messages.ts";
import { toolsOf } from "../../shapes/messages/tools.ts";
import type { Notes } from "../../shapes/notes.ts";
import { providerOf } from "../../shapes/providers.ts";
import { countsOf, type TokenCounts } from "../../shapes/usage.ts";

/**
 * Reads Vercel AI SDK 3 to 6, and 7 in its legacy form: `ai.*` on the scope `ai`. `….doGenerate` and
 * `….doStream` are the calls.
 */
export const vercelAi: Convention = {
  name: "vercel-ai",
  markerAttribute: "ai.operationId",
  contentSwitch: "leave `recordInputs` and `recordOutputs` of `experimental_telemetry` at true",
  claim,
  read: (span, trace, notes) => fill(fromAi(span, trace.span(span.parentSpanId), notes), readGenAi(span, trace, notes)),
};

function claim(span: Span): Claim | undefined {
  const operation = operationOf(span);
  if (operation === undefined || !operation.startsWith("ai.")) return undefined;
  if (/\.do(Generate|Stream)$/.test(operation)) return call("chat", `${operation} is the call itself`);
  if (operation.endsWith(".doEmbed")) return call("embedding", `${operation} is the call itself`);
  return context(operation === "ai.toolCall" ? "a tool call" : `${operation.slice(0, 60)} wraps the calls below it`);
}

function operationOf({ attributes }: Span): string | undefined {
  const id = attributes.get("ai.operationId");
  if (typeof id === "string") return id;
  const name = attributes.get("operation.name");
  return typeof name === "string" && name.startsWith("ai.") ? name.split(" ")[0] : undefined;
}

function fromAi(span: Span, above: Span | undefined, notes: Notes): Reading {
  const { attributes } = span;
  const reason = text(attributes, "ai.response.finishReason", "ai.finishReason");
  const isStream = operationOf(span)?.endsWith("doStream");
  const isEmbedding = operationOf(span)?.endsWith("doEmbed");
  return {
    provider: providerOf(text(attributes, "ai.model.provider")),
    requestModel: text(attributes, "ai.model.id"),
    responseModel: text(attributes, "ai.response.model"),
    responseId: text(attributes, "ai.response.id"),
    input: isEmbedding ? embeddedOf(attributes, notes) : inputOf(attributes, notes),
    output: isEmbedding ? undefined : messagesOf([answerOf(attributes, notes)], "assistant", notes),
    tools: toolsIn(attributes, above),
    toolChoice: jsonOf(attributes.get("ai.prompt.toolChoice"), notes),
    finishReasons: reason === undefined ? undefined : [finishReasonOf(reason)],
    usage: countsIn(attributes, notes),
    streaming: isEmbedding ? undefined : isStream,
    timeToFirstTokenMs: number(attributes, "ai.response.msToFirstChunk", "ai.stream.msToFirstChunk"),
  };
}

const inputOf = (attributes: Attributes, notes: Notes) =>
  messagesOf(
    contentOf(attributes, "ai.prompt.messages", notes) ?? contentOf(attributes, "ai.prompt", notes),
    "user",
    notes,
  );

function embeddedOf(attributes: Attributes, notes: Notes) {
  const value = attributes.get("ai.values") ?? attributes.get("ai.value");
  return messagesOf(
    texts(value).map((item) => jsonOfText(item, notes)),
    "user",
    notes,
  );
}

function answerOf(attributes: Attributes, notes: Notes): Json {
  const reasoning = attributes.get("ai.response.reasoning");
  const object = text(attributes, "ai.response.object", "ai.result.object");
  const isTool = object !== undefined && isObjectTool(attributes);
  const answer = text(attributes, "ai.response.text", "ai.result.text") ?? (isTool ? undefined : object);
  const calls = isTool
    ? [{ name: objectTool, arguments: object }]
    : jsonOf(attributes.get("ai.response.toolCalls") ?? attributes.get("ai.result.toolCalls"), notes);
  return {
    role: "assistant",
    content: answer ?? null,
    ...(typeof reasoning === "string" ? { reasoning: reasoningOf(jsonOfText(reasoning, notes)) } : {}),
    ...(calls === undefined ? {} : { tool_calls: calls }),
  };
}

/** Text, or a list of `{type: "reasoning", text}`. */
const reasoningOf = (value: Json): Json =>
  isList(value) ? value.map((item) => (isObject(item) ? (textOf(at(item, "text")) ?? "") : "")).join("\n") : value;

function toolsIn(attributes: Attributes, above: Span | undefined) {
  const tools = attributes.get("ai.prompt.tools");
  if (tools !== undefined) return toolsOf(texts(tools));
  if (!isObjectTool(attributes)) return undefined;
  const schema = objectOf(text(attributes, "ai.schema") ?? (above && text(above.attributes, "ai.schema")));
  return [{ name: objectTool, ...(schema === undefined ? {} : { parameters: schema }) }];
}

/** In the mode `tool`, generateObject requests its object as the arguments of a tool with this name. */
const objectTool = "json";
const isObjectTool = (attributes: Attributes) => attributes.get("ai.settings.mode") === "tool";

function countsIn(attributes: Attributes, notes: Notes): TokenCounts | undefined {
  const embedded = number(attributes, "ai.usage.tokens");
  if (embedded !== undefined) return { input: embedded };
  const input = number(attributes, "ai.usage.inputTokens", "ai.usage.promptTokens");
  const output = number(attributes, "ai.usage.outputTokens", "ai.usage.completionTokens");
  if (input === undefined && output === undefined) return undefined;
  const uncached = number(attributes, "ai.usage.inputTokenDetails.noCacheTokens");
  const provider = providerCounts(attributes, notes);
  return {
    input,
    output,
    total: number(attributes, "ai.usage.totalTokens"),
    cacheRead:
      number(attributes, "ai.usage.inputTokenDetails.cacheReadTokens", "ai.usage.cachedInputTokens") ??
      provider?.cacheRead,
    cacheWrite: number(attributes, "ai.usage.inputTokenDetails.cacheWriteTokens") ?? provider?.cacheWrite,
    reasoning:
      number(attributes, "ai.usage.outputTokenDetails.reasoningTokens", "ai.usage.reasoningTokens") ??
      provider?.reasoning,
    basis: uncached === undefined ? (provider?.input === input ? provider?.basis : undefined) : "inclusive",
  };
}

/** Reads the provider's own token counts inside `ai.response.providerMetadata`. */
function providerCounts(attributes: Attributes, notes: Notes): TokenCounts | undefined {
  const metadata = jsonOf(attributes.get("ai.response.providerMetadata"), notes);
  if (!isObject(metadata)) return undefined;
  for (const providerMetadata of Object.values(metadata)) {
    if (!isObject(providerMetadata)) continue;
    const usage = at(providerMetadata, "usage");
    const counts = countsOf(isObject(usage) ? usage : providerMetadata);
    const written = counts.cacheWrite;
    const read = counts.cacheRead ?? numberIn(at(providerMetadata, "cachedPromptTokens"));
    const reasoning = counts.reasoning ?? numberIn(at(providerMetadata, "reasoningTokens"));
    if ((written ?? read ?? reasoning) !== undefined)
      return { ...counts, cacheRead: read, cacheWrite: written, reasoning };
  }
  return undefined;
}

const numberIn = (value: Json | undefined) => (typeof value === "number" ? value : undefined);
