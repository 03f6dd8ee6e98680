import type { Attributes, AttributeValue, LogRecord, SpanEvent } from "../../../otlp/index.ts";
import type { Json } from "../../../platform/json/json.ts";
import { fill, type Reading } from "../../assembly/reading.ts";
import type { FinishReason, Message, Role } from "../../datapoint.ts";
import { errorInText } from "../errors.ts";
import { finishReasonOf } from "../finish-reasons.ts";
import { at, first, isObject, type JsonObject, jsonOf, textOf } from "../json.ts";
import { messagesOf } from "../messages/messages.ts";
import { transcriptOf } from "../messages/transcript.ts";
import type { Notes } from "../notes.ts";
import { text } from "./attributes.ts";
import { genAi } from "./genai.ts";

/** A span event, or a log record that is one. */
interface CallEvent {
  readonly name: string;
  readonly attributes: Attributes;
  readonly body?: AttributeValue | undefined;
}

/**
 * Reads a call's events: OpenTelemetry's per-message events and operation details (as span events or log
 * records), the older content events, Spring AI's log lines and the records that AWS Distro for OpenTelemetry
 * makes.
 */
export function eventsOf(events: readonly SpanEvent[], notes: Notes): Reading | undefined {
  return events.length === 0 ? undefined : readEvents(events, notes);
}

/** Reads log records in the same way; they must be in the order in which they were written. */
export function logsOf(records: readonly LogRecord[], notes: Notes): Reading | undefined {
  return records.length === 0 ? undefined : readEvents(records.map(eventOf), notes);
}

/** Returns the record's event name, or the attribute in which older clients put it. */
export const eventNameOf = (record: LogRecord): string =>
  text(record.attributes, "event.name") ?? record.eventName ?? "";

const eventOf = (record: LogRecord): CallEvent => ({
  name: eventNameOf(record),
  attributes: record.attributes,
  body: record.body,
});

function readEvents(events: readonly CallEvent[], notes: Notes): Reading | undefined {
  const input: Message[] = [];
  const output: Message[] = [];
  const reasons: FinishReason[] = [];
  const others: Reading[] = [];
  // Operation details arrive whole, or as one attribute per event (Strands).
  const operationDetails = new Map<string, AttributeValue>();
  for (const event of events) {
    const speaker = speakers.get(event.name);
    if (speaker !== undefined) input.push(...messagesOf(messageIn(event, speaker, notes), speaker, notes));
    else if (event.name === "gen_ai.choice") {
      const choice = choiceIn(event, notes);
      output.push(...choice.messages);
      if (choice.reason !== undefined) reasons.push(finishReasonOf(choice.reason));
    } else if (event.name === details) {
      for (const [key, value] of event.attributes) if (!operationDetails.has(key)) operationDetails.set(key, value);
    } else {
      const other = otherIn(event, notes);
      if (other) others.push(other);
    }
  }
  if (operationDetails.size > 0) others.push(genAi(operationDetails, notes));
  if (input.length + output.length + reasons.length + others.length === 0) return undefined;
  return fill({ input, output: output.length === 0 ? undefined : output, finishReasons: reasons }, ...others);
}

const details = "gen_ai.client.inference.operation.details";

const speakers: ReadonlyMap<string, Role> = new Map([
  ["gen_ai.system.message", "system"],
  ["gen_ai.user.message", "user"],
  ["gen_ai.assistant.message", "assistant"],
  ["gen_ai.tool.message", "tool"],
]);

function messageIn(event: CallEvent, role: Role, notes: Notes): Json {
  const body = bodyOf(event, notes);
  if (!isObject(body)) return { role, content: body ?? null };
  return at(body, "role") === undefined ? { ...body, role } : body;
}

/** Returns the body of a log record, or the event's attributes with their JSON parsed. */
function bodyOf(event: CallEvent, notes: Notes): Json | undefined {
  if (event.body !== undefined && event.body !== null && event.body !== event.name) return jsonOf(event.body, notes);
  const whole = event.attributes.get("gen_ai.event.content");
  if (whole !== undefined) return jsonOf(whole, notes);
  const object = Object.create(null) as Record<string, Json>;
  for (const key of ["role", "id", "name", "content", "tool_calls", "message", "finish_reason", "index"]) {
    const value = jsonOf(event.attributes.get(key), notes);
    if (value !== undefined) object[key] = value;
  }
  return object;
}

function choiceIn(event: CallEvent, notes: Notes): { messages: readonly Message[]; reason: string | undefined } {
  const body = bodyOf(event, notes);
  if (!isObject(body)) return { messages: messagesOf(body, "assistant", notes), reason: undefined };
  const message = first(body, "message", "content");
  const calls = at(body, "tool_calls");
  const whole: Json = isObject(message)
    ? { ...(calls === undefined ? {} : { tool_calls: calls }), ...message, role: "assistant" }
    : { role: "assistant", content: message ?? null, ...(calls === undefined ? {} : { tool_calls: calls }) };
  return { messages: messagesOf([whole], "assistant", notes), reason: textOf(at(body, "finish_reason")) };
}

function otherIn(event: CallEvent, notes: Notes): Reading | undefined {
  switch (event.name) {
    case "gen_ai.content.prompt":
      return { input: transcriptOf(contentIn(event, "gen_ai.prompt", "gen_ai.content.prompt", notes), "user", notes) };
    case "gen_ai.content.completion":
      return {
        output: messagesOf(
          contentIn(event, "gen_ai.completion", "gen_ai.content.completion", notes),
          "assistant",
          notes,
        ),
      };
    case "gen_ai.client.operation.exception":
      return { error: exceptionIn(event.attributes) };
    case "exception":
      return undefined;
    default:
      return bodyIn(event, notes);
  }
}

function contentIn(event: CallEvent, key: string, otherKey: string, notes: Notes): Json | undefined {
  return jsonOf(event.attributes.get(key) ?? event.attributes.get(otherKey) ?? event.body, notes);
}

function exceptionIn(attributes: Attributes) {
  const message = text(attributes, "exception.message");
  const inText = message === undefined ? {} : errorInText(message);
  return { ...inText, providerType: inText.providerType ?? text(attributes, "exception.type", "error.type") };
}

const springPrompt = "Chat Model Prompt Content:";
const springCompletion = "Chat Model Completion:";

function bodyIn(event: CallEvent, notes: Notes): Reading | undefined {
  if (typeof event.body === "string") {
    const line = event.body.trimStart();
    if (line.startsWith(springPrompt)) return { input: [textMessage("user", line.slice(springPrompt.length))] };
    if (line.startsWith(springCompletion))
      return { output: [textMessage("assistant", line.slice(springCompletion.length))] };
    return undefined;
  }
  if (event.body === undefined || event.body === null) return undefined;
  const body = jsonOf(event.body, notes);
  if (!isObject(body)) return undefined;
  const input = sideOf(body, "input");
  const output = sideOf(body, "output");
  if (input === undefined && output === undefined) return undefined;
  return { input: messagesOf(input, "user", notes), output: messagesOf(output, "assistant", notes) };
}

const textMessage = (role: Role, words: string): Message => ({ role, parts: [{ type: "text", text: words.trim() }] });

/** `{input: {messages}, output: {messages}}`. */
function sideOf(body: JsonObject, side: "input" | "output"): Json | undefined {
  const value = at(body, side);
  return isObject(value) ? at(value, "messages") : undefined;
}
