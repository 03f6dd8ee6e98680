import type { Attributes, Span } from "../../../otlp/index.ts";
import type { Json } from "../../../platform/json/json.ts";
import { type Claim, type Convention, call, context } from "../../assembly/convention.ts";
import { type ErrorFacts, fill, type Reading } from "../../assembly/reading.ts";
import { text } from "../../shapes/attributes/attributes.ts";
import { contentOf, objectAt } from "../../shapes/attributes/content-attributes.ts";
import { serializedMessage } from "../../shapes/attributes/langchain.ts";
import { readGenAi } from "../../shapes/call-reading.ts";
import { errorInText } from "../../shapes/errors.ts";
import { finishReasonOf } from "../../shapes/finish-reasons.ts";
import { at, first, isObject, type JsonObject, numberOf, textOf } from "../../shapes/json.ts";
import { messagesOf } from "../../shapes/messages/messages.ts";
import type { Notes } from "../../shapes/notes.ts";
import { paramsOf } from "../../shapes/params.ts";
import { providerOf } from "../../shapes/providers.ts";
import { countsOf, type TokenCounts } from "../../shapes/usage.ts";
import { requestOf, responseOf } from "../../shapes/wire.ts";

/** Reads Langfuse SDKs: `langfuse.observation.*` (OtelIngestionProcessor and ObservationTypeMapper of langfuse). */
export const langfuse: Convention = {
  name: "langfuse",
  markerAttribute: "langfuse.observation.type",
  contentSwitch: "do not mask input and output in the Langfuse client (`mask`, `capture_input`, `capture_output`)",
  claim,
  read(span, trace, notes) {
    const own = observation(span.attributes, notes);
    const isLangchain = text(span.attributes, "langfuse.observation.metadata.ls_integration") !== undefined;
    const fallback = isLangchain
      ? serializedMessage(own.usage, trace, {
          keys: ["langfuse.observation.output", "langfuse.observation.input"],
          notes,
        })
      : undefined;
    return fill(own, readGenAi(span, trace, notes), fallback);
  },
};

function claim(span: Span): Claim | undefined {
  const type = text(span.attributes, "langfuse.observation.type");
  if (type === undefined) return undefined;
  if (type === "generation") return call("chat", "Langfuse calls it a generation");
  if (type === "embedding") return call("embedding", "Langfuse calls it an embedding");
  // Python SDKs up to 3.3.0 write generations as spans with a model and usage.
  const isGeneration =
    type === "span" &&
    span.attributes.has("langfuse.observation.usage_details") &&
    span.attributes.has("langfuse.observation.model.name");
  return isGeneration
    ? call("chat", "a Langfuse span with model and usage")
    : context(`Langfuse calls it a ${type.slice(0, 40)}`);
}

function observation(attributes: Attributes, notes: Notes): Reading {
  const input = contentOf(attributes, "langfuse.observation.input", notes);
  const output = contentOf(attributes, "langfuse.observation.output", notes);
  const request = typeof input === "string" ? { input: messagesOf(input, "user", notes) } : requestOf(input, notes);
  const response =
    isObject(output) || Array.isArray(output)
      ? responseOf(output, notes)
      : { output: messagesOf(output, "assistant", notes) };
  const metadataModel = text(attributes, "langfuse.observation.metadata.ls_model_name");
  const settings = objectAt(attributes, "langfuse.observation.model.parameters", notes);
  const model = text(attributes, "langfuse.observation.model.name");
  return {
    ...response,
    finishReasons: response?.finishReasons ?? reasonsOf(output),
    input: request?.input,
    tools: request?.tools,
    toolChoice: request?.toolChoice,
    params: { ...request?.params, ...(settings ? paramsOf(settings) : {}) },
    requestModel: request?.requestModel ?? metadataModel ?? model,
    // With a response, the model name is the response's.
    responseModel: response?.responseModel ?? (output === undefined ? undefined : model),
    responseId: responseIdOf(output),
    provider: providerOf(text(attributes, "langfuse.observation.metadata.ls_provider")),
    usage: bucketsOf(objectAt(attributes, "langfuse.observation.usage_details", notes)),
    streaming: attributes.has("langfuse.observation.completion_start_time") ? true : undefined,
    error: errorOf(attributes),
  };
}

/** Only a whole response has the provider's id; an assistant message has none, and an output item has its own. */
const responseIdOf = (output: Json | undefined) =>
  isObject(output) && first(output, "choices", "candidates", "object", "stop_reason") !== undefined
    ? textOf(at(output, "id"))
    : undefined;

function reasonsOf(output: Json | undefined) {
  const metadata = isObject(output) ? first(output, "response_metadata", "finish_reason", "finishReason") : undefined;
  const reason = isObject(metadata) ? textOf(first(metadata, "finish_reason", "stop_reason")) : textOf(metadata);
  return reason === undefined ? undefined : [finishReasonOf(reason)];
}

/** Langfuse reports a failure by level; the span status stays unset. */
function errorOf(attributes: Attributes): ErrorFacts | undefined {
  if (text(attributes, "langfuse.observation.level") !== "ERROR") return undefined;
  const message = text(attributes, "langfuse.observation.status_message");
  return message === undefined ? {} : errorInText(message);
}

/**
 * `usage_details` is a sum of disjoint buckets (input, input_cached_tokens, …) unless its total contradicts
 * that.
 */
function bucketsOf(details: JsonObject | undefined): TokenCounts | undefined {
  if (!details) return undefined;
  if (at(details, "input") === undefined && at(details, "output") === undefined) return countsOf(details);
  const [inputs, outputs] = [sumOf(details, "input"), sumOf(details, "output")];
  const total = numberOf(at(details, "total"));
  const [input, output] = [numberOf(at(details, "input")), numberOf(at(details, "output"))];
  const areSubsets =
    total !== undefined &&
    input !== undefined &&
    output !== undefined &&
    total === input + output &&
    inputs + outputs !== total;
  return {
    input: areSubsets ? input : inputs,
    output: areSubsets ? output : outputs,
    total,
    cacheRead: numberOf(
      first(details, "input_cached_tokens", "input_cache_read", "input_cache_read_tokens", "cache_read_input_tokens"),
    ),
    cacheWrite: numberOf(
      first(details, "input_cache_creation", "input_cache_creation_tokens", "cache_creation_input_tokens"),
    ),
    reasoning: numberOf(first(details, "output_reasoning_tokens", "output_reasoning")),
    basis:
      first(details, "cache_read_input_tokens", "cache_creation_input_tokens") === undefined
        ? "inclusive"
        : "exclusive",
  };
}

function sumOf(details: JsonObject, side: "input" | "output"): number {
  let sum = 0;
  for (const key of Object.keys(details))
    if (key === side || key.startsWith(`${side}_`)) sum += numberOf(at(details, key)) ?? 0;
  return sum;
}
