import type { Attributes, Span } from "../../../otlp/index.ts";
import type { Json } from "../../../platform/json/json.ts";
import { type Claim, call, context } from "../../assembly/convention.ts";
import { fill, type Reading } from "../../assembly/reading.ts";
import { contentOf, objectAt } from "../../shapes/attributes/content-attributes.ts";
import { claimByOperation } from "../../shapes/attributes/genai.ts";
import { genAiConvention, readGenAi } from "../../shapes/call-reading.ts";
import { at, isList, isObject, textOf } from "../../shapes/json.ts";
import { messagesOf } from "../../shapes/messages/messages.ts";
import { toolsOf } from "../../shapes/messages/tools.ts";
import type { Notes } from "../../shapes/notes.ts";
import { requestOf, responseOf } from "../../shapes/wire.ts";

/** Reads Pydantic AI (all message format versions) and Logfire's instrumentations of model SDKs. */
export const pydanticAi = genAiConvention({
  name: "pydantic-ai",
  contentSwitch: "set `include_content=True` in InstrumentationSettings",
  isOwnSpan,
  claim: (span) => (isOwnSpan(span) ? (claimByOperation(span) ?? claimLogfire(span)) : undefined),
  read: (span, trace, notes) =>
    fill(
      readGenAi(span, trace, notes),
      eventList(span.attributes, notes),
      rawCopies(span.attributes, notes),
      toolList(span.attributes, notes),
    ),
});

function isOwnSpan(span: Span): boolean {
  return (
    span.scope.name.startsWith("pydantic-ai") ||
    span.scope.name.startsWith("pydantic_ai") ||
    span.scope.name.startsWith("logfire")
  );
}

function claimLogfire(span: Span): Claim | undefined {
  if (!span.attributes.has("request_data")) return undefined;
  // A second, empty span next to the call's own records the end of a stream.
  return span.attributes.get("logfire.span_type") === "log"
    ? context("Logfire's note of the end of a stream")
    : call("chat", "Logfire recorded a request to a model");
}

/** Reads version 1: a JSON list of named events. */
function eventList(attributes: Attributes, notes: Notes): Reading | undefined {
  const events = contentOf(attributes, "events", notes);
  if (!isList(events)) return undefined;
  const named = (wanted: (name: string) => boolean) =>
    events.flatMap((event): Json[] =>
      isObject(event) && wanted(textOf(at(event, "event.name")) ?? "") ? [messageOfEvent(event)] : [],
    );
  return {
    input: messagesOf(
      named((name) => name !== "gen_ai.choice"),
      "user",
      notes,
    ),
    output: messagesOf(
      named((name) => name === "gen_ai.choice"),
      "assistant",
      notes,
    ),
  };
}

function messageOfEvent(event: Json): Json {
  if (!isObject(event)) return event;
  const message = at(event, "message");
  return isObject(message) ? message : event;
}

function rawCopies(attributes: Attributes, notes: Notes): Reading | undefined {
  const request = contentOf(attributes, "request_data", notes);
  const response = contentOf(attributes, "response_data", notes);
  return fill(requestOf(request, notes), responseOf(response, notes));
}

function toolList(attributes: Attributes, notes: Notes): Reading | undefined {
  const parameters = objectAt(attributes, "model_request_parameters", notes);
  if (!parameters) return undefined;
  return { tools: [...toolsOf(at(parameters, "function_tools")), ...toolsOf(at(parameters, "output_tools"))] };
}
