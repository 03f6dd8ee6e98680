import type { Span } from "../../../otlp/index.ts";
import { type Claim, type Convention, call, context, type TraceView } from "../../assembly/convention.ts";
import type { Reading } from "../../assembly/reading.ts";
import { number, text } from "../../shapes/attributes/attributes.ts";
import { eventNameOf } from "../../shapes/attributes/events.ts";
import { errorIn } from "../../shapes/errors.ts";
import { messagesOf } from "../../shapes/messages/messages.ts";
import type { Notes } from "../../shapes/notes.ts";

/** Reads Codex: `handle_responses` with usage is the call; a turn replaces it only if no such span arrived. */
export const codex: Convention = {
  name: "codex",
  contentSwitch: "set `log_user_prompt = true` under [otel] in config.toml",
  claim,
  read,
};

const usageKeys = ["gen_ai.usage.input_tokens", "codex.turn.token_usage.input_tokens"] as const;

function claim(span: Span, trace: TraceView): Claim | undefined {
  if (!isCodex(span)) return undefined;
  if (isResponse(span)) return call("chat", "Codex's handling of one response, with its usage");
  if (isTurn(span) && !trace.spans.some((one) => isResponse(one) && isUnder(one, span, trace)))
    return call("chat", "a Codex turn whose response spans did not arrive");
  return context("one of Codex's internal spans");
}

const isCodex = (span: Span) =>
  span.scope.name.startsWith("codex") || text(span.attributes, "code.module.name")?.startsWith("codex_") === true;
const isResponse = (span: Span) => span.name === "handle_responses" && span.attributes.has(usageKeys[0]);
const isTurn = (span: Span) => span.name === "session_task.turn" && span.attributes.has(usageKeys[1]);

function isUnder(span: Span, above: Span, trace: TraceView): boolean {
  let one: Span | undefined = span;
  for (let depth = 0; one && depth < 100; depth++) {
    if (one.spanId === above.spanId) return true;
    one = trace.span(one.parentSpanId);
  }
  return false;
}

function read(span: Span, trace: TraceView, notes: Notes): Reading {
  const { attributes } = span;
  const turn = trace.spans.find((one) => isTurn(one) && isUnder(span, one, trace));
  const prompt = trace.allLogs.findLast(
    (record) => eventNameOf(record) === "codex.user_prompt" && record.timeNs <= span.endNs,
  );
  return {
    provider: "openai",
    requestModel: modelAbove(span, trace),
    input: messagesOf(prompt && text(prompt.attributes, "prompt"), "user", notes),
    usage: {
      input: number(attributes, ...usageKeys),
      output: number(attributes, "gen_ai.usage.output_tokens", "codex.turn.token_usage.output_tokens"),
      total: number(attributes, "codex.usage.total_tokens", "codex.turn.token_usage.total_tokens"),
      cacheRead: number(
        attributes,
        "gen_ai.usage.cache_read.input_tokens",
        "codex.turn.token_usage.cached_input_tokens",
      ),
      cacheWrite: number(attributes, "gen_ai.usage.cache_write.input_tokens"),
      reasoning: number(
        attributes,
        "codex.usage.reasoning_output_tokens",
        "codex.turn.token_usage.reasoning_output_tokens",
      ),
    },
    params: {
      ...levelOf(
        text(attributes, "codex.request.reasoning_effort") ??
          (turn && text(turn.attributes, "codex.turn.reasoning_effort")),
      ),
    },
    streaming: true,
    error: errorIn(span),
  };
}

const levelOf = (level: string | undefined) =>
  level === undefined || level === "default" ? {} : { reasoningLevel: level };

function modelAbove(span: Span, trace: TraceView): string | undefined {
  let one: Span | undefined = span;
  for (let depth = 0; one && depth < 100; depth++) {
    const model = text(one.attributes, "gen_ai.request.model", "model");
    if (model !== undefined) return model;
    one = trace.span(one.parentSpanId);
  }
  return undefined;
}
