import { type Message, type Subject, textOf } from "../../../../datapoints/index.ts";
import type { Json } from "../../../../platform/json/json.ts";
import { defineCheck, scored, skipped, within, z } from "../../definition.ts";
import { toolUse } from "../shared-properties.ts";

export const toolArgumentsGrounded = defineCheck({
  ...toolUse,
  name: "tool_arguments_grounded",
  title: "Argument values come from the conversation",
  description:
    "Share of the text and number values in the arguments (`min_len` or more characters, not from an enum) that occur in an earlier message, ignoring white space, case and punctuation. Finds invented ids and addresses.",
  severity: "major",
  output: scored("0..1; pass ≥ 0.8", "higher"),
  source: "BFCL miss_param; τ-bench error classes",
  options: z.strictObject({
    min_len: z.int().positive().default(3),
    ignore_params: z.array(z.string()).default([]),
    threshold: z.number().min(0).max(1).default(0.8),
  }),
  evaluate: (subject, { min_len: shortest, ignore_params: ignored, threshold }) => {
    const priorText = squeezed(subject.request.map(wholeText).join("\n"));
    const enums = enumsOf(subject);
    const values = subject.toolCalls.flatMap(({ parsed = {} }) =>
      Object.entries(parsed).flatMap(([key, value]) => (ignored.includes(key) ? [] : leavesOf(value))),
    );
    const judged = values.filter((value) => value.length >= shortest && !enums.has(value) && squeezed(value) !== "");
    if (judged.length === 0) return skipped("no argument has a value to look for");
    const invented = judged.filter((value) => !priorText.includes(squeezed(value)));
    const outcome = within(1 - invented.length / judged.length, { min: threshold }, "values from the conversation");
    return outcome.kind === "failed"
      ? {
          ...outcome,
          explanation: `${outcome.explanation}: not in an earlier message: ${invented.slice(0, 5).join(", ")}`,
        }
      : outcome;
  },
});

const squeezed = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, "");

const wholeText = (message: Message) =>
  [
    textOf(message),
    ...message.parts.map((part) =>
      part.type === "tool_result"
        ? JSON.stringify(part.result)
        : part.type === "tool_call"
          ? JSON.stringify(part.arguments)
          : "",
    ),
  ].join("\n");

function leavesOf(value: Json): readonly string[] {
  if (typeof value === "string") return [value];
  if (typeof value === "number") return [`${value}`];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value as Readonly<Record<string, Json>>).flatMap(leavesOf);
}

/** Returns the enum values in the tool declarations. */
function enumsOf({ datapoint }: Subject): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = (schema: Json | undefined, depth: number): void => {
    if (typeof schema !== "object" || schema === null || depth > 6) return;
    for (const [key, value] of Object.entries(schema as Readonly<Record<string, Json>>)) {
      if (key === "enum" && Array.isArray(value))
        for (const one of (value as readonly Json[]).flatMap(leavesOf)) found.add(one);
      else if (key === "default" && typeof value !== "object") found.add(String(value));
      else visit(value, depth + 1);
    }
  };
  for (const { parameters } of datapoint.tools) visit(parameters, 0);
  return found;
}
