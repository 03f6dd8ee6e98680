import { whyNotApplicable } from "../../../src/checks/applicability.ts";
import type { CodeCheck } from "../../../src/checks/check.ts";
import type { Datapoint, Message, Part } from "../../../src/datapoints/datapoint.ts";
import { subjectOf, textOf } from "../../../src/datapoints/traces/subject.ts";
import type { Json } from "../../../src/platform/json/json.ts";
import { type CheckCase, passes } from "../../checks/support/check-cases.ts";
import { allCases } from "../../fixtures/checks/cases/index.ts";

/** Returns texts of a check's own language by name: pieces of its first failing case, repeated in four ways. */
export function ownTexts(check: CodeCheck): ReadonlyMap<string, (length: number) => string> {
  const failing = allCases[check.name]?.find(({ state }) => state === "failed");
  const messages = [...(failing?.datapoint.input ?? []), ...(failing?.datapoint.output ?? [])];
  const text = messages.map(textOf).join("\n").slice(0, 400);
  const repeat = (unit: string) => (length: number) =>
    unit === "" ? "" : unit.repeat(Math.ceil(length / unit.length));
  return new Map([
    ["its example repeated", repeat(text)],
    ["the half of its example", repeat(text.slice(0, text.length / 2))],
    ["its example without spaces", repeat(text.replaceAll(/\s/g, ""))],
    ["its example with wide spaces", repeat(text.replaceAll(" ", " ".repeat(40)))],
  ]);
}

/** Returns a dialog whose every text is hostile, with the shape that a check with default options reads. */
function plainCase(text: string): CheckCase {
  return passes({ system: text, input: text, output: text, calls: [{ name: "t", arguments: { text } }] });
}

/** Returns cases whose texts are replaced: one for the default options of a check, and its first failing case. */
export function hostileCases(check: CodeCheck, text: string): readonly CheckCase[] {
  const failing = (allCases[check.name] ?? []).find(({ state }) => state === "failed");
  return [plainCase(text), ...(failing ? [replaced(failing, text)] : [])];
}

/** Evaluates a check on a case. It may throw on nesting that is too deep for a parser: its verdict is `broken` then. */
export function evaluateCase(check: CodeCheck, { datapoint, expected, traceContext, options = {} }: CheckCase): void {
  const subject = subjectOf(datapoint, expected, traceContext);
  if (whyNotApplicable(check, subject) !== undefined) return;
  const parsed: unknown = check.options.parse(options);
  try {
    check.evaluate(subject, parsed);
  } catch (thrown) {
    if (!(thrown instanceof Error)) throw thrown;
  }
}

/** Every text of the messages, tool calls, tools, metadata and the expected result, but no name and no option. */
function replaced(one: CheckCase, text: string): CheckCase {
  const { datapoint, expected } = one;
  const inJson = (value: Json): Json => withText(value, text);
  const inMessages = (messages: readonly Message[]) =>
    messages.map((message) => ({ ...message, parts: message.parts.map((part) => inPart(part, text)) }));
  const changed: Datapoint = {
    ...datapoint,
    input: inMessages(datapoint.input),
    output: inMessages(datapoint.output),
    tools: datapoint.tools.map((tool) => ({ ...tool, description: text })),
    metadata: new Map([...datapoint.metadata].map(([key, value]) => [key, inJson(value)])),
  };
  // A reference that equals the answer would end many comparisons at their first character.
  const other = `${text.slice(text.length / 3)}x${text.slice(0, text.length / 3)}`;
  return { ...one, datapoint: changed, ...(expected === undefined ? {} : { expected: withText(expected, other) }) };
}

function inPart(part: Part, text: string): Part {
  switch (part.type) {
    case "text":
    case "reasoning":
    case "refusal":
      return { ...part, text };
    case "tool_call":
      return { ...part, arguments: withText(part.arguments, text) };
    case "tool_result":
      return { ...part, result: withText(part.result, text) };
    default:
      return part;
  }
}

function withText(value: Json, text: string): Json {
  return JSON.parse(JSON.stringify(value), (_key, each: unknown) => (typeof each === "string" ? text : each)) as Json;
}
