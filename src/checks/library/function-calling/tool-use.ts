import { z } from "zod";
import type { Message } from "../../../datapoints/datapoint.ts";
import { type Subject, textOf } from "../../../datapoints/traces/subject.ts";
import type { Json } from "../../../platform/json/json.ts";
import { defineCheck, passesWhenFalse, passesWhenTrue, scored, usually } from "../../check.ts";
import { defect, property, skipped, within } from "../../verdicts/outcome.ts";

const common = {
  ...usually,
  category: "Function calling",
  judges: "calls",
  targets: ["tool_calls"],
  tier: 2,
} as const;

export const parallelToolCallsHonoured = defineCheck({
  ...common,
  name: "parallel_tool_calls_honoured",
  title: "Parallel-call setting obeyed",
  description: "Where the request switches parallel tool calls off, the response holds one call at most.",
  severity: "minor",
  needs: ["tools"],
  output: passesWhenTrue,
  source: "OpenAI and Anthropic API contracts",
  options: z.strictObject({}),
  evaluate: ({ datapoint, toolCalls }) =>
    datapoint.params.parallelToolCalls === false
      ? property(toolCalls.length <= 1, `${toolCalls.length} calls, one is allowed`)
      : skipped("the request does not switch parallel calls off"),
});

export const toolArgumentSize = defineCheck({
  ...common,
  name: "tool_argument_size",
  title: "Arguments within size limit",
  description: "UTF-8 bytes of the largest arguments of a tool call.",
  severity: "minor",
  output: scored("bytes; pass ≤ 16384"),
  source: "OWASP LLM10",
  options: z.strictObject({ max_bytes: z.int().positive().default(16_384) }),
  evaluate: ({ toolCalls }, { max_bytes: max }) =>
    toolCalls.length === 0
      ? skipped("no tool was called")
      : within(Math.max(...toolCalls.map(({ text }) => Buffer.byteLength(text))), { max }, "bytes of arguments"),
});

export const toolBudgetExceeded = defineCheck({
  ...common,
  name: "tool_budget_exceeded",
  title: "Too many calls of a tool",
  description:
    "One tool is called more often in the conversation than `default_max` or its own number in `per_tool` allows, or all of them together more than `total_max`.",
  severity: "major",
  judges: "texts",
  targets: ["conversation"],
  output: passesWhenFalse,
  source: "OWASP LLM10 Unbounded Consumption",
  options: z.strictObject({
    default_max: z.int().positive().default(10),
    total_max: z.int().positive().default(30),
    per_tool: z.record(z.string(), z.int().nonnegative()).default({}),
  }),
  evaluate: ({ conversation }, { default_max: usual, total_max: total, per_tool: own }) => {
    const names = callsIn(conversation).map(({ name }) => name);
    if (names.length === 0) return skipped("no tool was called");
    const counts = [...Map.groupBy(names, (name) => name)].map(([name, calls]) => ({ name, calls: calls.length }));
    const over = counts.find(({ name, calls }) => calls > (Object.hasOwn(own, name) ? (own[name] ?? usual) : usual));
    if (over) return defect(true, `${over.name} was called ${over.calls} times`);
    return defect(names.length > total, `${names.length} calls in all, at most ${total}`);
  },
});

const Rule = z.strictObject({ tool: z.string(), after: z.array(z.string()).min(1) });

export const toolPrecedenceRule = defineCheck({
  ...common,
  name: "tool_precedence_rule",
  title: "Tool used only after its prerequisite",
  description:
    "Every call of a rule's `tool` comes after a call of all (`mode: any`: one) of the tools in its `after` that has a result in the same conversation: no refund_order without get_order.",
  severity: "major",
  needs: ["config"],
  targets: ["conversation", "tool_calls"],
  output: passesWhenTrue,
  source: "τ-bench; rules of agents at run time",
  options: z.strictObject({ rules: z.array(Rule).max(100).default([]), mode: z.enum(["all", "any"]).default("all") }),
  evaluate: ({ conversation }, { rules, mode }) => {
    if (rules.length === 0) return skipped("its option rules is not set");
    const succeeded = new Set<string>();
    const calls = new Map<string, string>();
    let ruled = 0;
    for (const part of conversation.flatMap(({ parts }) => parts)) {
      if (part.type === "tool_result") {
        const name = part.name ?? (part.id === undefined ? undefined : calls.get(part.id));
        if (name !== undefined && !isError(part.result)) succeeded.add(name);
      }
      if (part.type !== "tool_call") continue;
      if (part.id !== undefined) calls.set(part.id, part.name);
      for (const { after } of rules.filter(({ tool }) => tool === part.name)) {
        ruled++;
        const missing = after.filter((name) => !succeeded.has(name));
        if (mode === "all" ? missing.length > 0 : missing.length === after.length)
          return property(false, `${part.name} is called before ${missing.join(", ")}`);
      }
    }
    return ruled === 0 ? skipped("no tool of a rule was called") : property(true, "every prerequisite comes first");
  },
});

const isError = (result: Json) =>
  typeof result === "object" && result !== null && !Array.isArray(result) && Object.hasOwn(result, "error");

export const toolArgumentsGrounded = defineCheck({
  ...common,
  name: "tool_arguments_grounded",
  title: "Argument values come from the conversation",
  description:
    "Share of the text and number values in the arguments (`min_len` or more characters, not from an enum) that occur in an earlier message, ignoring white space, case and punctuation. Finds invented ids and addresses.",
  severity: "major",
  output: scored("0..1; pass ≥ 0.8"),
  source: "BFCL miss_param; τ-bench error classes",
  options: z.strictObject({
    min_len: z.int().positive().default(3),
    ignore_params: z.array(z.string()).default([]),
    threshold: z.number().min(0).max(1).default(0.8),
  }),
  evaluate: (subject, { min_len: shortest, ignore_params: ignored, threshold }) => {
    const priorText = squeezed(subject.datapoint.input.map(wholeText).join("\n"));
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

const callsIn = (conversation: readonly Message[]) =>
  conversation.flatMap(({ parts }) => parts.filter((part) => part.type === "tool_call"));
