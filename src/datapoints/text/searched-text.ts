import { unreachable } from "../../platform/http/unreachable.ts";
import type { Json } from "../../platform/json/json.ts";
import type { Datapoint, Message } from "../datapoint.ts";

/** Longer texts are searched by their beginning only; in UTF-16 code units. */
const searchedLength = 100_000;

/**
 * The folded texts of a datapoint that a search reads. The in-memory matcher and ClickHouse use the same texts,
 * so that both always agree.
 */
export interface SearchedText {
  /** All non-system input messages, one part per line: texts, refusals, tool calls and tool results. */
  readonly input: string;
  readonly output: string;
  readonly system: string;
  /** Message, provider type and code of the error; "" for a successful call. */
  readonly error: string;
}

export function searchedText({ input, output, error }: Datapoint): SearchedText {
  const dialog = input.filter(({ role }) => role !== "system");
  const system = dialog.length === input.length ? [] : input.filter(({ role }) => role === "system");
  return {
    input: foldForSearch(linesOf(dialog)),
    output: foldForSearch(linesOf(output)),
    system: foldForSearch(linesOf(system)),
    error: error
      ? foldForSearch([error.message, error.providerType, error.code].filter((text) => text !== undefined).join("\n"))
      : "",
  };
}

/** Normalizes a searched text and a search term to the same form: lower case by Unicode's default mapping. */
export function foldForSearch(text: string): string {
  return (text.length > searchedLength ? text.slice(0, searchedLength) : text).toLowerCase();
}

function linesOf(messages: readonly Message[]): string {
  const lines: string[] = [];
  let length = 0;
  for (const { parts } of messages) {
    for (const part of parts) {
      if (length > searchedLength) return lines.join("\n");
      const line = lineOf(part);
      if (line === undefined) continue;
      lines.push(line);
      length += line.length + 1;
    }
  }
  return lines.join("\n");
}

function lineOf(part: Message["parts"][number]): string | undefined {
  switch (part.type) {
    case "text":
    case "refusal":
    case "reasoning":
      return part.text;
    case "tool_call":
      return `${part.name} ${textOfJson(part.arguments)}`;
    case "tool_result":
      return textOfJson(part.result);
    case "image":
    case "audio":
    case "file":
    case "other":
      return undefined;
    default:
      return unreachable(part);
  }
}

function textOfJson(value: Json): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
