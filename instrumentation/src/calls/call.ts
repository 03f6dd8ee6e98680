import {
  type Context,
  context,
  createContextKey,
  type Span,
  type Attributes as SpanAttributes,
  SpanKind,
  SpanStatusCode,
  trace,
} from "@opentelemetry/api";
import type { Dialect, ModelRequest, ModelResponse } from "../../../packages/genai-wire/src/dialects/dialect.ts";
import { runtime } from "../setup/runtime.ts";
import { type Attributes, contentEvent, redactedMessage, requestContent, responseContent } from "./content.ts";
import { cancelled, type Failure } from "./failure.ts";
import { whoAttributes } from "./who.ts";

/** The provider that is called. */
export interface Provider {
  readonly name: string;
  /** Base address of the API. */
  readonly url?: string | undefined;
}

/** A model call in progress. It ends once; everything after the end is ignored. */
export interface Call {
  /** Runs the function that makes the call, so that spans below have the call as their parent. */
  readonly run: <Result>(act: () => Result) => Result;
  /** Records the time of the first event of a stream. */
  readonly firstEvent: () => void;
  readonly end: (response: ModelResponse | undefined, failure?: Failure) => void;
  /** Ends the call as cancelled: the process ends, or the stream was never read. */
  readonly abandon: () => void;
}

/**
 * The start of a call. With shape `framework`, the span is written only if no SDK below wrote one for the same
 * call.
 */
export interface CallStart {
  readonly dialect: Pick<Dialect, "operation">;
  readonly provider: Provider;
  readonly request: ModelRequest;
  readonly shape: "sdk" | "framework";
}

const frameworkKey = createContextKey("gaffe.framework-call");

/** Starts to record a call. Returns undefined when nothing is recorded. */
export function beginCall({ dialect, provider, request, shape }: CallStart): Call | undefined {
  const made = runtime();
  if (!made) return undefined;
  const { capture, open } = made;
  const parent = context.active();
  const frameworkCall = parent.getValue(frameworkKey) as { isWritten: boolean } | undefined;
  if (frameworkCall) frameworkCall.isWritten = true;
  const startTime = now();
  const content = capture.onSpan || capture.onEvent ? requestContent(request) : {};
  const attributes = defined({
    ...requestAttributes(dialect, provider, request),
    ...(capture.onSpan ? content : {}),
    ...userAttributes(parent, request),
  });
  const name = request.model === undefined ? dialect.operation : `${dialect.operation} ${request.model}`;
  const start = () =>
    made.tracer().startSpan(name, { kind: SpanKind.CLIENT, attributes, startTime }, withoutFramework(parent));
  const own = { isWritten: false };
  const span = shape === "sdk" ? start() : undefined;
  let firstAt: number | undefined;

  const call: Call = {
    run: (act) => context.with(span ? trace.setSpan(parent, span) : parent.setValue(frameworkKey, own), act),
    firstEvent: () => void (firstAt ??= now()),
    end(response, failure) {
      if (!open.delete(call) || own.isWritten) return;
      const written = span ?? start();
      if (written.isRecording()) {
        if (firstAt !== undefined) {
          written.setAttribute("gen_ai.response.time_to_first_chunk", (firstAt - startTime) / 1000);
        }
        write(written, { response, failure, content });
      }
      written.end(now());
    },
    abandon: () => call.end(undefined, cancelled),
  };
  open.add(call);
  return call;
}

interface Written {
  readonly response: ModelResponse | undefined;
  readonly failure: Failure | undefined;
  readonly content: Attributes;
}

function write(span: Span, { response, failure, content }: Written): void {
  const { onSpan = false, onEvent = false } = runtime()?.capture ?? {};
  const output = response && (onSpan || onEvent) ? responseContent(response) : {};
  span.setAttributes(defined({ ...(response ? responseAttributes(response) : {}), ...(onSpan ? output : {}) }));
  if (onEvent) span.addEvent(contentEvent, defined({ ...content, ...output }));
  if (!failure) return;
  const message = redactedMessage(failure.message);
  span.setStatus({ code: SpanStatusCode.ERROR, message });
  span.setAttributes(
    defined({
      "error.type": failure.type,
      "gaffe.error.code": failure.code,
      "http.response.status_code": failure.status,
    }),
  );
  const stack = failure.stack === undefined ? undefined : redactedMessage(failure.stack);
  span.addEvent(
    "exception",
    defined({ "exception.type": failure.className, "exception.message": message, "exception.stacktrace": stack }),
  );
}

function requestAttributes(dialect: CallStart["dialect"], provider: Provider, request: ModelRequest): Attributes {
  const { toolChoice } = request;
  return {
    "gen_ai.operation.name": dialect.operation,
    "gen_ai.provider.name": provider.name,
    "gen_ai.request.model": request.model,
    "gen_ai.request.stream": request.stream === true ? true : undefined,
    ...serverAttributes(provider.url),
    ...request.params,
    "gen_ai.request.tool_choice":
      toolChoice === undefined || typeof toolChoice === "string" ? toolChoice : JSON.stringify(toolChoice),
  };
}

function responseAttributes({ id, model, finishReasons, usage }: ModelResponse): Attributes {
  return {
    "gen_ai.response.id": id,
    "gen_ai.response.model": model,
    "gen_ai.response.finish_reasons": finishReasons.length === 0 ? undefined : finishReasons,
    "gen_ai.usage.input_tokens": usage.input,
    "gen_ai.usage.output_tokens": usage.output,
    "gen_ai.usage.cache_read.input_tokens": usage.cacheRead,
    "gen_ai.usage.cache_write.input_tokens": usage.cacheWrite,
    "gen_ai.usage.reasoning.output_tokens": usage.reasoning,
  };
}

function userAttributes(active: Context, { user, session }: ModelRequest): Attributes {
  return { "user.id": user, "gen_ai.conversation.id": session, ...defined(whoAttributes(active)) };
}

function serverAttributes(url: string | undefined): Attributes {
  if (url === undefined || !URL.canParse(url)) return {};
  const { hostname, port, protocol } = new URL(url);
  return { "server.address": hostname, "server.port": Number(port) || (protocol === "https:" ? 443 : 80) };
}

const withoutFramework = (active: Context) => active.deleteValue(frameworkKey);
const now = () => performance.timeOrigin + performance.now();

export function defined(attributes: Attributes): SpanAttributes {
  const present: SpanAttributes = {};
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined) present[name] = typeof value === "object" ? [...value] : value;
  }
  return present;
}
