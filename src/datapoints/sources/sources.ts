import type { Subject } from "../traces/subject.ts";
import { textOf } from "../traces/subject.ts";

/**
 * Joins the texts that a response can be based on: retrieved passages, the conversation before it, the system
 * prompt, tool results.
 */
export function sourceText(subject: Subject): string {
  return [...subject.passages.map(({ text }) => text), ...messageTexts(subject)].join("\n");
}

/** Joins retrieved texts only: passages and tool results. */
export function retrievedText(subject: Subject): string {
  const results = subject.datapoint.input.flatMap(({ parts }) =>
    parts.flatMap((part) => (part.type === "tool_result" ? [jsonText(part.result)] : [])),
  );
  return [...subject.passages.map(({ text }) => text), ...results].join("\n");
}

function messageTexts({ datapoint }: Subject): readonly string[] {
  return datapoint.input.flatMap((message) => [
    textOf(message),
    ...message.parts.flatMap((part) => (part.type === "tool_result" ? [jsonText(part.result)] : [])),
  ]);
}

function jsonText(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
