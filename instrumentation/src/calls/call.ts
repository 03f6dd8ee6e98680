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
import { runtime } from "../setup/runtime.ts";
import { type Attributes, answeredContent, askedContent, contentEvent, redactedMessage } from "./content.ts";
import type { Answered, Asked, Dialect } from "./dialect.ts";
import { cancelled, type Failure } from "./failure.ts";
import { whoAttributes } from "./who.ts";

/** Who is asked. */
export interface Provider {
  readonly name: string;
  /** Base address of the API. */
  readonly url?: string | undefined;
}

/** A model call that is under way. It ends once; whatever comes after that changes nothing. */
export interface Call {
  /** Runs what makes the call, so that spans below have the call as their parent. */
  readonly run: <Result>(act: () => Result) => Result;
  /** The first event of a stream is here. */
  readonly firstEvent: () => void;
  readonly end: (answered: Answered | undefined, failure?: Failure) => void;
  /** Nobody will hear of its end: the process ends, or the stream was never read. */
  readonly abandon: () => void;
}

/** `shape`: a framework's call is written only if no SDK below it wrote the same one. */
export interface Begun {
  readonly dialect: Pick<Dialect, "operation">;
  readonly provider: Provider;
  readonly asked: Asked;
  readonly shape: "sdk" | "framework";
}

const frameworkKey = createContextKey("gaffe.framework-call");

/** Begins to record a call; undefined where nothing is recorded. */
export function beginCall({ dialect, provider, asked, shape }: Begun): Call | undefined {
  const made = runtime();
  if (!made) return undefined;
  const { capture, open } = made;
  const parent = context.active();
  const around = parent.getValue(frameworkKey) as { isWritten: boolean } | undefined;
  if (around) around.isWritten = true;
  const startTime = now();
  const content = capture.onSpan || capture.onEvent ? askedContent(asked) : {};
  const attributes = defined({
    ...requestAttributes(dialect, provider, asked),
    ...(capture.onSpan ? content : {}),
    ...userAttributes(parent, asked),
  });
  const name = asked.model === undefined ? dialect.operation : `${dialect.operation} ${asked.model}`;
  const start = () =>
    made.tracer().startSpan(name, { kind: SpanKind.CLIENT, attributes, startTime }, withoutFramework(parent));
  const own = { isWritten: false };
  const span = shape === "sdk" ? start() : undefined;
  let firstAt: number | undefined;

  const call: Call = {
    run: (act) => context.with(span ? trace.setSpan(parent, span) : parent.setValue(frameworkKey, own), act),
    firstEvent: () => void (firstAt ??= now()),
    end(answered, failure) {
      if (!open.delete(call) || own.isWritten) return;
      const written = span ?? start();
      if (written.isRecording()) {
        if (firstAt !== undefined) {
          written.setAttribute("gen_ai.response.time_to_first_chunk", (firstAt - startTime) / 1000);
        }
        write(written, { answered, failure, content });
      }
      written.end(now());
    },
    abandon: () => call.end(undefined, cancelled),
  };
  open.add(call);
  return call;
}

interface Written {
  readonly answered: Answered | undefined;
  readonly failure: Failure | undefined;
  readonly content: Attributes;
}

function write(span: Span, { answered, failure, content }: Written): void {
  const { onSpan = false, onEvent = false } = runtime()?.capture ?? {};
  const said = answered && (onSpan || onEvent) ? answeredContent(answered) : {};
  span.setAttributes(defined({ ...(answered ? responseAttributes(answered) : {}), ...(onSpan ? said : {}) }));
  if (onEvent) span.addEvent(contentEvent, defined({ ...content, ...said }));
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

function requestAttributes(dialect: Begun["dialect"], provider: Provider, asked: Asked): Attributes {
  const { toolChoice } = asked;
  return {
    "gen_ai.operation.name": dialect.operation,
    "gen_ai.provider.name": provider.name,
    "gen_ai.request.model": asked.model,
    "gen_ai.request.stream": asked.stream === true ? true : undefined,
    ...serverAttributes(provider.url),
    ...asked.params,
    "gen_ai.request.tool_choice":
      toolChoice === undefined || typeof toolChoice === "string" ? toolChoice : JSON.stringify(toolChoice),
  };
}

function responseAttributes({ id, model, finishReasons, usage }: Answered): Attributes {
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

function userAttributes(active: Context, { user, session }: Asked): Attributes {
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
  const kept: SpanAttributes = {};
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined) kept[name] = typeof value === "object" ? [...value] : value;
  }
  return kept;
}
