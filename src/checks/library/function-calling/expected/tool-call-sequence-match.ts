import { type Subject, toolCallsOf } from "../../../../datapoints/index.ts";
import { listedIn } from "../../../references.ts";
import { defineCheck, property, skipped, z } from "../../definition.ts";
import { callSet } from "../shared-properties.ts";

export const toolCallSequenceMatch = defineCheck({
  ...callSet,
  name: "tool_call_sequence_match",
  title: "Tool order matches",
  description:
    "The names called in the conversation, in order, match the expected `sequence`: equal, with it as a beginning, with it in order (others between), with all of it in any order, or the same names in any order.",
  targets: ["tool_calls", "conversation"],
  judges: "request",
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
