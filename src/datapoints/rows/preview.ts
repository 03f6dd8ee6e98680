import type { Datapoint } from "../datapoint.ts";
import { textOf, toolCallsOf } from "../traces/subject.ts";

/** Length of a payload preview in lists, in UTF-16 code units. */
const previewLength = 300;

/** Returns the last user message, or else the last message. */
export function inputPreview({ input }: Datapoint): string {
  return preview(textOf(input.findLast(({ role }) => role === "user") ?? input.at(-1)));
}

/** Returns the response text, or else its tool calls. */
export function outputPreview({ output }: Datapoint): string {
  const text = output.map(textOf).find((text) => text !== "");
  const calls = () => output.flatMap(({ parts }) => toolCallsOf(parts)).map(({ name, text }) => `${name}(${text})`);
  return preview(text ?? calls().join(" "));
}

function preview(text: string): string {
  const start = text.slice(0, previewLength * 2);
  const spaced = unevenSpace.test(start) ? start.replace(/\s+/g, " ") : start;
  return spaced.trim().slice(0, previewLength).toWellFormed();
}

/** White space other than a single space between words. */
const unevenSpace = /[^\S ]|\s\s/;
