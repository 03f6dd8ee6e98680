import type { Attributes, AttributeValue, Span } from "../../otlp/index.ts";
import type { Json } from "../../platform/json/json.ts";
import type { TraceView } from "../assembly/convention.ts";
import { text, texts } from "../shapes/attributes/attributes.ts";
import { isObject, jsonOfValue, parse, plain } from "../shapes/json.ts";

/** Context that the application reported (user, session, …): valid for a span and everything below it. */
export interface SpanContext {
  readonly sessionId: string | undefined;
  readonly userId: string | undefined;
  readonly tags: readonly string[];
  readonly metadata: ReadonlyMap<string, Json>;
  readonly environment: string | undefined;
  readonly release: string | undefined;
  readonly service: string | undefined;
}

/**
 * Returns the context of a call: its own, then its ancestors' (the nearest wins), then what the whole trace
 * agrees on, because some applications set the session on one span only.
 */
export function contextOf(span: Span, trace: TraceView): SpanContext {
  const lineage = lineageOf(span, trace);
  return {
    sessionId: nearest(lineage, sessionOf) ?? trace.once("session", () => agreed(trace, sessionOf)),
    userId: nearest(lineage, userOf) ?? trace.once("user", () => agreed(trace, userOf)),
    tags: [...new Set(lineage.flatMap((one) => tagsOf(one.attributes)))],
    metadata: metadataOf(lineage, trace),
    environment: nearest(lineage, environmentOf),
    release: nearest(lineage, releaseOf),
    service: text(span.resource, "service.name") ?? text(span.attributes, "service.name"),
  };
}

function lineageOf(span: Span, trace: TraceView): readonly Span[] {
  const lineage: Span[] = [];
  let one: Span | undefined = span;
  while (one && lineage.length < 100 && !lineage.includes(one)) {
    lineage.push(one);
    one = trace.span(one.parentSpanId);
  }
  return lineage;
}

function nearest(lineage: readonly Span[], of: (span: Span) => string | undefined): string | undefined {
  for (const span of lineage) {
    const value = of(span);
    if (value !== undefined) return value;
  }
  return undefined;
}

function agreed(trace: TraceView, of: (span: Span) => string | undefined): string | undefined {
  if (trace.spans.length === 1) return undefined;
  const values = new Set(trace.spans.map(of).filter((value) => value !== undefined));
  return values.size === 1 ? [...values][0] : undefined;
}

const sessionKeys = [
  "session.id",
  "gen_ai.conversation.id",
  "langfuse.session.id",
  "traceloop.association.properties.session_id",
  "traceloop.association.properties.sessionId",
  "ai.telemetry.metadata.sessionId",
  "ai.telemetry.metadata.session_id",
  "langsmith.metadata.session_id",
  "langsmith.metadata.thread_id",
  "langsmith.metadata.conversation_id",
  "lmnr.association.properties.session_id",
  "gcp.vertex.agent.session_id",
  "mastra.metadata.threadId",
  "mastra.metadata.sessionId",
  "sessionId",
  "spring.ai.chat.client.conversation.id",
  "conversation.id",
  "thread_id",
] as const;

const userKeys = [
  "user.id",
  "enduser.id",
  "langfuse.user.id",
  "traceloop.association.properties.user_id",
  "traceloop.association.properties.userId",
  "ai.telemetry.metadata.userId",
  "ai.telemetry.metadata.user_id",
  "langsmith.metadata.user_id",
  "lmnr.association.properties.user_id",
  "mastra.metadata.userId",
  "gen_ai.request.user",
  "userId",
] as const;

const sessionOf = (span: Span) => text(span.attributes, ...sessionKeys);
const userOf = (span: Span) => text(span.attributes, ...userKeys);
const environmentOf = (span: Span) =>
  text(span.attributes, "langfuse.environment", "deployment.environment.name", "deployment.environment") ??
  text(span.resource, "deployment.environment.name", "deployment.environment");
const releaseOf = (span: Span) =>
  text(span.attributes, "langfuse.release", "service.version") ?? text(span.resource, "service.version");

const tagKeys = [
  "langfuse.trace.tags",
  "tag.tags",
  "ai.telemetry.metadata.tags",
  "langsmith.span.tags",
  "lmnr.association.properties.tags",
  "mastra.tags",
] as const;

function tagsOf(attributes: Attributes): readonly string[] {
  return tagKeys.flatMap((key) => {
    const value = attributes.get(key);
    if (value === undefined) return [];
    return key === "langsmith.span.tags" && typeof value === "string"
      ? value
          .split(",")
          .map((tag) => tag.trim())
          .filter((tag) => tag !== "")
      : texts(value);
  });
}

const metadataPrefixes = [
  "langfuse.trace.metadata.",
  "langfuse.observation.metadata.",
  "ai.telemetry.metadata.",
  "langsmith.metadata.",
  "traceloop.association.properties.",
  "lmnr.association.properties.",
  "mastra.metadata.",
] as const;
/** Attributes that SDKs set themselves, or that have a separate field. */
const notMetadata =
  /^(ls_|LANG|session_?id|user_?id|thread_?id|conversation_id|tags$|body$|headers$|modelMetadata$|usage_metadata$|versions$|resourceAttributes|scope)/i;
const initials: ReadonlySet<number> = new Set(["l", "a", "t", "m"].map((letter) => letter.charCodeAt(0)));

function metadataOf(lineage: readonly Span[], trace: TraceView): ReadonlyMap<string, Json> {
  const metadata = new Map<string, Json>();
  for (const span of lineage) {
    for (const [key, value] of span.attributes) {
      if (!initials.has(key.charCodeAt(0))) continue;
      if (key === "metadata") addAll(metadata, jsonOfValue(trace.content(span)?.metadata) ?? jsonIn(value));
      const prefix = metadataPrefixes.find((start) => key.startsWith(start));
      const name = prefix && key.slice(prefix.length);
      if (name && !notMetadata.test(name) && !metadata.has(name)) metadata.set(name, plain(value));
    }
  }
  return metadata;
}

const jsonIn = (value: AttributeValue) => (typeof value === "string" ? parse(value) : plain(value));

function addAll(metadata: Map<string, Json>, object: Json | undefined): void {
  if (!isObject(object)) return;
  for (const [key, item] of Object.entries(object))
    if (!notMetadata.test(key) && !metadata.has(key)) metadata.set(key, item);
}
