import { type Subject, textOf } from "../../datapoints/index.ts";
import { unreachable } from "../../platform/http/unreachable.ts";
import type { Json } from "../../platform/json/json.ts";
import type { TemplatePart } from "../judges/judge-template.ts";

/** Argument of a custom code check. `datapoint` has the API's format, without its raw attributes. */
export interface CustomArgument {
  readonly input: string;
  readonly output: string;
  readonly systemPrompt: string;
  readonly expected?: Json;
  readonly toolCalls: readonly { readonly name: string; readonly arguments: unknown }[];
  readonly context: readonly string[];
  readonly metadata: Readonly<Record<string, Json>>;
  readonly datapoint: Readonly<Record<string, unknown>>;
}

/**
 * `datapoint` is the datapoint as JSON. Its attributes are omitted: they repeat the content in the source's
 * own format.
 */
export function argumentOf(subject: Subject, datapoint: Readonly<Record<string, unknown>>): CustomArgument {
  const { attributes: _, ...shown } = datapoint;
  return {
    input: subject.input,
    output: subject.output,
    systemPrompt: subject.systemPrompt,
    ...(subject.expected === undefined ? {} : { expected: subject.expected }),
    toolCalls: subject.toolCalls.map(({ name, parsed, text }) => ({ name, arguments: parsed ?? text })),
    context: subject.passages.map(({ text }) => text),
    metadata: (datapoint["metadata"] ?? {}) as Record<string, Json>,
    datapoint: shown,
  };
}

/** Returns the text of a judge prompt's variable; "" if the datapoint has none. */
export function partText(part: TemplatePart, subject: Subject): string {
  const { datapoint } = subject;
  switch (part) {
    case "input":
    case "output":
    case "tool_calls":
      return subject.text(part).text;
    case "system_prompt":
      return subject.systemPrompt;
    case "conversation":
      return subject.conversation.map((message) => `${message.role}: ${textOf(message)}`).join("\n");
    case "expected":
      return subject.expected === undefined ? "" : jsonText(subject.expected);
    case "context":
      return subject.passages.map(({ text }) => text).join("\n\n");
    case "tools":
      return datapoint.tools.length === 0 ? "" : jsonText(datapoint.tools as unknown as Json);
    case "metadata":
      return datapoint.metadata.size === 0 ? "" : jsonText(Object.fromEntries(datapoint.metadata));
    default:
      return unreachable(part);
  }
}

const jsonText = (value: Json): string => (typeof value === "string" ? value : JSON.stringify(value));
