import { z } from "zod";
import { type Subject, type ToolCall, toolCallsOf } from "../../../datapoints/traces/subject.ts";
import { canonicalJson, isJsonObject, type JsonValue, member } from "../../../platform/json/json.ts";
import { defineCheck, passesWhenTrue, scored, usually } from "../../check.ts";
import { listedIn } from "../../references.ts";
import { property, skipped, within } from "../../verdicts/outcome.ts";

const common = {
  ...usually,
  category: "Function calling",
  severity: "major",
  judges: "calls",
  needs: ["expected"],
  mode: "test run",
} as const;

export const toolCallF1 = defineCheck({
  ...common,
  name: "tool_call_f1",
  title: "Tool-call set F1",
  description:
    "F1 of the called and the expected tools as multisets, by name or by name and arguments. Expected are names, or `{name, arguments}`, as a list or under `tool_calls`.",
  targets: ["tool_calls"],
  output: scored("0..1; pass ≥ 1"),
  source: "Ragas ToolCallF1; promptfoo tool-call-f1",
  options: z.strictObject({ match_args: z.boolean().default(false), threshold: z.number().min(0).max(1).default(1) }),
  evaluate: (subject, { match_args: matchesArguments, threshold }) => {
    const expected = expectedCalls(subject.expected, matchesArguments);
    if (!expected) return skipped("the expected result lists no tool calls");
    const called = subject.toolCalls.map((call) => signature(call, matchesArguments));
    const left = Map.groupBy(expected, (each) => each);
    const hits = called.filter((each) => left.get(each)?.pop() !== undefined).length;
    const sum = called.length + expected.length;
    const f1 = sum === 0 ? 1 : (2 * hits) / sum;
    return within(f1, { min: threshold }, `${called.length} called, ${expected.length} expected, F1`);
  },
});

export const toolCallSequenceMatch = defineCheck({
  ...common,
  name: "tool_call_sequence_match",
  title: "Tool order matches",
  description:
    "The names called in the conversation, in order, match the expected `sequence`: equal, with it as a beginning, with it in order (others between), with all of it in any order, or the same names in any order.",
  targets: ["tool_calls", "conversation"],
  judges: "request",
  output: passesWhenTrue,
  source: "LangChain agentevals; Ragas ToolCallAccuracy; DeepEval ToolCorrectness",
  options: z.strictObject({
    mode: z.enum(["strict", "prefix", "subsequence", "superset", "unordered"]).default("subsequence"),
  }),
  evaluate: (subject, { mode }) => {
    const expected = listedIn(subject.expected, "sequence", "tool_calls");
    if (expected.length === 0) return skipped("the expected result lists no sequence");
    const called = namesCalled(subject);
    const explanation = called.length === 0 ? "no tool was called" : `called ${called.slice(0, 20).join(", ")}`;
    return property(matchesSequence(called, expected, mode), `${explanation}; expected ${expected.join(", ")}`);
  },
});

function matchesSequence(called: readonly string[], expected: readonly string[], mode: string): boolean {
  const sorted = (names: readonly string[]) => [...names].sort().join("\n");
  switch (mode) {
    case "strict":
      return called.join("\n") === expected.join("\n");
    case "prefix":
      return called.slice(0, expected.length).join("\n") === expected.join("\n");
    case "unordered":
      return sorted(called) === sorted(expected);
    case "superset": {
      const left = Map.groupBy(called, (name) => name);
      return expected.every((name) => left.get(name)?.pop() !== undefined);
    }
    default: {
      let at = 0;
      for (const name of called) if (name === expected[at]) at++;
      return at === expected.length;
    }
  }
}

function namesCalled({ conversation }: Subject): readonly string[] {
  return conversation
    .filter(({ role }) => role === "assistant")
    .flatMap(({ parts }) => toolCallsOf(parts).map(({ name }) => name));
}

function expectedCalls(expected: JsonValue | undefined, withArguments: boolean): readonly string[] | undefined {
  const list = member(expected, "tool_calls") ?? expected;
  if (!Array.isArray(list)) return undefined;
  return (list as readonly JsonValue[]).flatMap((each) => {
    const name = typeof each === "string" ? each : member(each, "name");
    if (typeof name !== "string") return [];
    const given = member(each, "arguments") ?? {};
    return [withArguments ? `${name} ${canonicalJson(isJsonObject(given) ? given : {})}` : name];
  });
}

function signature({ name, parsed, text }: ToolCall, withArguments: boolean): string {
  return withArguments ? `${name} ${parsed ? canonicalJson(parsed) : text}` : name;
}
