import type { Datapoint } from "../datapoint.ts";
import { textOf, toolCallsOf } from "../traces/subject.ts";

/** What a list shows of a payload, in UTF-16 code units. */
const previewLength = 300;

/** The last user message; where there is none, the last message. */
export function inputPreview({ input }: Datapoint): string {
  return preview(textOf(input.findLast(({ role }) => role === "user") ?? input.at(-1)));
}

/** The answer's text; where there is none, its tool calls. */
export function outputPreview({ output }: Datapoint): string {
  const text = output.map(textOf).find((text) => text !== "");
  const calls = () => output.flatMap(({ parts }) => toolCallsOf(parts)).map(({ name, text }) => `${name}(${text})`);
  return preview(text ?? calls().join(" "));
}

function preview(text: string): string {
  const beginning = text.slice(0, previewLength * 2);
  const spaced = unevenSpace.test(beginning) ? beginning.replace(/\s+/g, " ") : beginning;
  return spaced.trim().slice(0, previewLength).toWellFormed();
}

/** White space that is not one blank between words. */
const unevenSpace = /[^\S ]|\s\s/;
