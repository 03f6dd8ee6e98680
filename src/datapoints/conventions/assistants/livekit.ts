import type { Attributes, Span } from "../../../otlp/index.ts";
import { type Claim, type Convention, call, context } from "../../assembly/convention.ts";
import { fill, type Reading } from "../../assembly/reading.ts";
import { number } from "../../shapes/attributes/attributes.ts";
import { contentOf } from "../../shapes/attributes/content-attributes.ts";
import { readGenAi } from "../../shapes/call-reading.ts";
import { at, isObject } from "../../shapes/json.ts";
import { messagesOf, withSystem } from "../../shapes/messages/messages.ts";
import { toolsOf } from "../../shapes/messages/tools.ts";
import type { Notes } from "../../shapes/notes.ts";

/**
 * Reads LiveKit Agents: llm_node > llm_request > llm_request_run (one per attempt); content in `lk.*`, later
 * `lk.pii.*`.
 */
export const livekit: Convention = {
  name: "livekit",
  contentSwitch: "enable transcript recording in LiveKit's observability options",
  claim,
  read: (span, trace, notes) => fill(readGenAi(span, trace, notes), fromLk(span.attributes, notes)),
};

function claim(span: Span): Claim | undefined {
  if (span.scope.name !== "livekit-agents") return undefined;
  return span.name === "llm_request"
    ? call("chat", "LiveKit's llm_request is the call")
    : context("a LiveKit span around its calls");
}

function fromLk(attributes: Attributes, notes: Notes): Reading {
  const history = contentOf(attributes, "lk.pii.chat_ctx", notes) ?? contentOf(attributes, "lk.chat_ctx", notes);
  const instructions =
    contentOf(attributes, "lk.pii.instructions", notes) ?? contentOf(attributes, "lk.instructions", notes);
  const answer =
    contentOf(attributes, "lk.pii.response.text", notes) ?? contentOf(attributes, "lk.response.text", notes);
  const calls =
    contentOf(attributes, "lk.pii.response.function_calls", notes) ??
    contentOf(attributes, "lk.response.function_calls", notes);
  const seconds = number(attributes, "lk.response.ttft");
  return {
    input: withSystem(
      messagesOf(isObject(history) ? at(history, "items") : history, "user", notes),
      messagesOf(instructions, "system", notes),
    ),
    output: messagesOf(
      [{ role: "assistant", content: answer ?? null, ...(calls === undefined ? {} : { tool_calls: calls }) }],
      "assistant",
      notes,
    ),
    tools: toolsOf(contentOf(attributes, "lk.function_tools", notes)),
    timeToFirstTokenMs: seconds === undefined ? undefined : seconds * 1000,
    streaming: true,
  };
}
