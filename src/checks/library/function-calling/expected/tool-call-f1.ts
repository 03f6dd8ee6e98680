import type { ToolCall } from "../../../../datapoints/index.ts";
import { canonicalJson, isJsonObject, type JsonValue, member } from "../../../../platform/json/json.ts";
import { defineCheck, scored, skipped, within, z } from "../../definition.ts";
import { callSet } from "../shared-properties.ts";

export const toolCallF1 = defineCheck({
  ...callSet,
  name: "tool_call_f1",
  title: "Tool-call set F1",
  description:
    "F1 of the called and the expected tools as multisets, by name or by name and arguments. Expected are names, or `{name, arguments}`, as a list or under `tool_calls`.",
  targets: ["tool_calls"],
  output: scored("0..1; pass ≥ 1", "higher"),
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
