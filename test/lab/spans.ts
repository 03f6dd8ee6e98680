import type { AttributeValue, Span } from "../../src/otlp/span.ts";

const hex = (n: number, digits: number) => n.toString(16).padStart(digits, "0");

export interface SpanFacts {
  /** Two spans with equal run and number are the same span. */
  readonly run: number;
  readonly number: number;
  readonly startMs: number;
  readonly answer?: string;
  readonly promptLength?: number;
}

/** Creates a chat call in the current OpenTelemetry GenAI convention, about 3 KB on the wire by default. */
export function chatSpan({ run, number, startMs, answer, promptLength = 1500 }: SpanFacts): Span {
  const prompt = `Question ${number} of run ${run}: ${"where is the parcel that I ordered last week? ".repeat(40)}`;
  const output =
    answer ?? `Answer ${number}: ${"your parcel left the depot in the morning and arrives today. ".repeat(12)}`;
  const text = (role: string, content: string) => ({ role, parts: [{ type: "text", content }] });
  const attributes: Record<string, AttributeValue> = {
    "gen_ai.operation.name": "chat",
    "gen_ai.provider.name": "openai",
    "gen_ai.request.model": "gpt-4o",
    "gen_ai.response.model": "gpt-4o-2024-08-06",
    "gen_ai.response.id": `chatcmpl-${run}-${number}`,
    "gen_ai.request.temperature": 0.2,
    "gen_ai.request.max_tokens": 512,
    "gen_ai.response.finish_reasons": ["stop"],
    "gen_ai.usage.input_tokens": 420,
    "gen_ai.usage.output_tokens": 160,
    "gen_ai.conversation.id": `session-${number % 97}`,
    "user.id": `user-${number % 31}`,
    "server.address": "api.openai.com",
    "gen_ai.input.messages": JSON.stringify([
      text("system", "You are a support assistant of a shop. Answer in two sentences."),
      text("user", prompt.slice(0, promptLength)),
    ]),
    "gen_ai.output.messages": JSON.stringify([{ ...text("assistant", output), finish_reason: "stop" }]),
  };
  return {
    traceId: hex(run, 16) + hex(number + 1, 16),
    spanId: hex(run % 0xffff, 4) + hex(number + 1, 12),
    name: "chat gpt-4o",
    kind: 3,
    startNs: BigInt(Math.round(startMs)) * 1_000_000n,
    endNs: BigInt(Math.round(startMs) + 800) * 1_000_000n,
    attributes: new Map(Object.entries(attributes)),
    droppedCount: 0,
    events: [],
    status: "unset",
    scope: { name: "lab", version: "1", attributes: new Map() },
    resource: new Map<string, AttributeValue>([["service.name", "lab"]]),
  };
}

export function failedSpan(facts: SpanFacts): Span {
  const span = chatSpan(facts);
  const responseAttributes = /^gen_ai\.(output|usage|response)\./;
  const attributes = new Map([...span.attributes].filter(([name]) => !responseAttributes.test(name)));
  const statusMessage = `429 Rate limit reached for gpt-4o: limit 30000, used 29871, requested 420 (request ${facts.number})`;
  return {
    ...span,
    attributes: attributes.set("error.type", "429").set("http.response.status_code", 429),
    status: "error",
    statusMessage,
  };
}

export function withPrompt(span: Span, prompt: string): Span {
  const messages = JSON.stringify([{ role: "user", parts: [{ type: "text", content: prompt }] }]);
  return { ...span, attributes: new Map([...span.attributes, ["gen_ai.input.messages", messages]]) };
}
