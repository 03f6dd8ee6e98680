import type { Dialect, ModelRequest, ModelResponse } from "../../../packages/genai-wire/src/dialects/dialect.ts";
import { errorInText, errorOf, type ProviderError } from "../../../packages/genai-wire/src/dialects/errors.ts";
import { type Loose, looseObject, parsedJson } from "../../../packages/genai-wire/src/loose-json.ts";
import { type CallContent, originAttribute, resendCount } from "../../datapoints/index.ts";
import { type AttributeValue, type Span, usageEstimated } from "../../otlp/index.ts";
import { Failure } from "../../platform/failure.ts";
import { readServerSentEvents } from "../../platform/http/sse.ts";
import type { FinishedCall } from "../call.ts";
import { estimatedUsage } from "../estimate.ts";
import { dialects } from "../exchange/dialects.ts";
import { type AssembledResponse, readStream } from "../exchange/stream.ts";
import { recordedText } from "./recorded-text.ts";
import { redactor } from "./redact.ts";

export interface ReadCall {
  readonly item: Span;
  readonly content?: CallContent;
}

/** Returns the OpenTelemetry GenAI client span of a forwarded call, as an instrumentation would write it. */
export const spanOf = (call: FinishedCall): Span => readCall(call).item;

/** Reads a forwarded call into its span and the content that the span's attributes encode. */
export function readCall(call: FinishedCall): ReadCall {
  if (call.api === "models") throw new Failure("defect", "a list of models isn't a model call");
  const dialect = dialects[call.api];
  const answer = answerOf(call, dialect);
  const body = looseObject(parsedJson(recordedText(call.request, call.requestEncoding) ?? ""));
  const request = body && dialect.readRequest(body);
  const redact = redactor(call.secrets);
  const attributes = new Map<string, AttributeValue>();
  const content: { -readonly [Name in keyof CallContent]: CallContent[Name] } = {};
  const put = (name: string, value: AttributeValue | undefined) => {
    if (value !== undefined) attributes.set(name, redact(value));
  };
  const putContent: PutContent = (name, value) => {
    if (value === undefined) return;
    put(name, JSON.stringify(value));
    content[name] = value;
  };
  putCall(put, call, dialect);
  if (request) putRequest({ put, putContent }, request, call, looseObject(body["metadata"]) ?? {});
  if (answer.response) putResponse({ put, putContent }, answer.response);
  if (answer.response) putUsage(put, call, request, answer.response);
  putError(put, answer.error);
  const model = request?.model;
  const message = answer.error?.message;
  const item: Span = {
    traceId: call.traceId,
    spanId: call.spanId,
    ...(call.parentSpanId === undefined ? {} : { parentSpanId: call.parentSpanId }),
    name: redact(model === undefined ? dialect.operation : `${dialect.operation} ${model}`) as string,
    kind: 3,
    startNs: nanoseconds(call.startedAt),
    endNs: nanoseconds(call.endedAt),
    attributes,
    droppedCount: (request ? 0 : 1) + (answer.unread ? 1 : 0),
    events: [],
    status: answer.error ? "error" : "unset",
    ...(message === undefined ? {} : { statusMessage: redact(message) as string }),
    scope,
    resource: resourceOf(call),
  };
  // The content still has the keys that were removed from the attributes.
  return call.secrets.length === 0 ? { item, content } : { item };
}

type Put = (name: string, value: AttributeValue | undefined) => void;
type PutContent = (name: keyof CallContent, value: unknown) => void;
interface Attributes {
  readonly put: Put;
  /** Writes the value as JSON text, and adds it to the content. */
  readonly putContent: PutContent;
}

const scope = { name: "gaffe.proxy", version: "1", attributes: new Map<string, AttributeValue>() };

interface Answer {
  readonly response?: ModelResponse;
  readonly error?: ProviderError;
  /** Whether there was a response that could not be recorded or read completely. */
  readonly unread: boolean;
}

function answerOf(call: FinishedCall, dialect: Dialect): Answer {
  const { outcome, status, response: recorded } = call;
  const text = recordedText(recorded, call.responseEncoding);
  const cut = text === undefined || recorded.lost > 0;
  const assembled =
    text !== undefined && status !== undefined && status < 400 ? bodyOf(call, dialect, text) : undefined;
  const response = assembled?.response;
  const unread = (cut || (status === 200 && !response)) && outcome.kind === "answered";
  return { ...(response ? { response } : {}), ...withError(call, assembled, text), unread };
}

function bodyOf(call: FinishedCall, dialect: Dialect, text: string): AssembledResponse {
  if (isStream(call)) return readStream(dialect, readServerSentEvents(text));
  const reply = looseObject(parsedJson(text));
  return { response: reply && dialect.readResponse(reply), error: looseObject(reply?.["error"]), ended: true };
}

/** Returns what failed: the connection, the status, or the response itself. */
function withError(call: FinishedCall, assembled: AssembledResponse | undefined, text = ""): { error?: ProviderError } {
  const { outcome, status } = call;
  if (assembled?.error) return { error: { ...errorOf(assembled.error), ...(status === 200 ? {} : { status }) } };
  switch (outcome.kind) {
    case "cancelled":
      return { error: { type: "cancelled", message: "the client closed the connection", status: 499 } };
    case "broken":
      return { error: { type: outcome.code, message: outcome.message, status: outcome.status } };
    case "answered":
      break;
  }
  if (status !== undefined && status >= 400) return { error: { ...errorInText(text), status } };
  if (status === 200 && assembled && !assembled.response && !isStream(call) && call.response.lost === 0) {
    return { error: { type: "invalid_response", message: "the answer is not a JSON object" } };
  }
  if (assembled && !assembled.ended && call.response.lost === 0) {
    return { error: { type: "stream_interrupted", message: "the stream ended without its last event" } };
  }
  return {};
}

function putCall(put: Put, call: FinishedCall, dialect: Dialect): void {
  put("gen_ai.operation.name", dialect.operation);
  put("gen_ai.provider.name", call.providerName);
  put("server.address", call.server.address);
  put("server.port", call.server.port);
  put("http.response.status_code", call.status);
  put(originAttribute, call.madeBy);
  put(resendCount, resendsOf(call));
  if (isStream(call) && call.firstByteAt !== undefined) {
    put("gen_ai.response.time_to_first_chunk", (call.firstByteAt - call.startedAt) / 1_000);
  }
}

function putRequest({ put, putContent }: Attributes, request: ModelRequest, call: FinishedCall, metadata: Loose): void {
  put("gen_ai.request.model", request.model);
  put("gen_ai.request.stream", request.stream);
  for (const [name, value] of Object.entries(request.params ?? {})) put(name, value);
  putContent("gen_ai.system_instructions", request.system);
  if (request.input.length > 0) putContent("gen_ai.input.messages", request.input);
  if (request.tools?.length) putContent("gen_ai.tool.definitions", request.tools);
  if (typeof request.toolChoice === "string") put("gen_ai.request.tool_choice", request.toolChoice);
  else putContent("gen_ai.request.tool_choice", request.toolChoice);
  putContent("gen_ai.openai.request.response_format", request.responseFormat);
  const session = call.session ?? request.session ?? metadata["session_id"] ?? metadata["thread_id"];
  // A conversation that the provider holds keeps its id next to the application's session.
  if (request.session !== undefined && call.session !== undefined) put("session.id", call.session);
  put("gen_ai.conversation.id", request.session ?? (typeof session === "string" ? session : undefined));
  put("user.id", call.user ?? request.user);
  put(
    "tag.tags",
    call.tags?.split(",").flatMap((tag) => tag.trim() || []),
  );
  if (Object.keys(metadata).length > 0) putContent("metadata", metadata);
}

function putResponse({ put, putContent }: Attributes, response: ModelResponse): void {
  put("gen_ai.response.id", response.id);
  put("gen_ai.response.model", response.model);
  if (response.finishReasons.length > 0) put("gen_ai.response.finish_reasons", response.finishReasons);
  if (response.output.length > 0) putContent("gen_ai.output.messages", response.output);
}

/** Estimates the counts of streams without them; estimates are marked as such. */
function putUsage(put: Put, call: FinishedCall, request: ModelRequest | undefined, response: ModelResponse): void {
  const reported = response.usage;
  const silent = isStream(call) && reported.input === undefined && reported.output === undefined;
  const estimated = silent ? estimatedUsage(request, response) : undefined;
  const usage = estimated ?? reported;
  if (estimated) put(usageEstimated, true);
  put("gen_ai.usage.input_tokens", usage.input);
  put("gen_ai.usage.output_tokens", usage.output);
  put("gen_ai.usage.cache_read.input_tokens", usage.cacheRead);
  put("gen_ai.usage.cache_write.input_tokens", usage.cacheWrite);
  put("gen_ai.usage.reasoning.output_tokens", usage.reasoning);
}

function putError(put: Put, error: ProviderError | undefined): void {
  if (!error) return;
  put("error.type", error.type ?? error.code ?? String(error.status ?? "_OTHER"));
  put("gaffe.error.code", error.code);
  put("http.response.status_code", error.status);
}

function resourceOf({ service, environment, release }: FinishedCall): Map<string, AttributeValue> {
  const resource = new Map<string, AttributeValue>();
  if (service !== undefined) resource.set("service.name", service);
  if (environment !== undefined) resource.set("deployment.environment.name", environment);
  if (release !== undefined) resource.set("service.version", release);
  return resource;
}

/** By the OpenTelemetry convention, a first attempt has no resend count. */
function resendsOf({ retries = "" }: FinishedCall): number | undefined {
  return /^[1-9]\d{0,3}$/.test(retries) ? Number(retries) : undefined;
}

const isStream = ({ responseType }: FinishedCall) => responseType?.startsWith("text/event-stream") === true;
const nanoseconds = (ms: number) => BigInt(Math.round(ms * 1_000)) * 1_000n;
