import { z } from "zod";
import type { Message } from "../../../datapoints/datapoint.ts";
import { messageOf } from "../../../platform/failure.ts";
import { type JsonValue, member } from "../../../platform/json/json.ts";
import { schemaProblems } from "../../../platform/json/json-schema.ts";
import { defineCheck, passesWhenTrue, usually } from "../../check.ts";
import { property, skipped } from "../../verdicts/outcome.ts";

const common = { ...usually, category: "Request hygiene", judges: "request", output: passesWhenTrue } as const;

export const messageRolesValid = defineCheck({
  ...common,
  name: "message_roles_valid",
  title: "Message order valid",
  description:
    "System messages are together at the beginning, no two assistant messages follow each other, tool results come after calls of the assistant, and the last message is from the user or a tool (optionally also the beginning of the answer).",
  severity: "minor",
  targets: ["conversation"],
  source: "OpenAI and Anthropic message contracts",
  options: z.strictObject({
    allow_consecutive_user: z.boolean().default(true),
    allow_prefill: z.boolean().default(true),
  }),
  evaluate: ({ datapoint: { input } }, { allow_consecutive_user: allowsUsers, allow_prefill: allowsPrefill }) => {
    if (input.length === 0) return skipped("the request holds no message");
    const problems = input.flatMap((message, at) => problemAt(input, message, at, allowsUsers) ?? []);
    const last = input.at(-1)?.role;
    if (last === "system" && input.length > 1) problems.push("the last message is the system's");
    if (last === "assistant" && !allowsPrefill) problems.push("the last message is the assistant's");
    return property(
      problems.length === 0,
      problems.length === 0 ? "the order is valid" : problems.slice(0, 5).join("; "),
    );
  },
});

function problemAt(
  input: readonly Message[],
  { role, parts }: Message,
  at: number,
  allowsUsers: boolean,
): string | undefined {
  const before = input[at - 1];
  const position = `message ${at + 1}`;
  if (role === "system")
    return before && before.role !== "system" ? `${position}: a system message after others` : undefined;
  if (role === "assistant")
    return before?.role === "assistant" ? `${position}: a second assistant message in a row` : undefined;
  if (role === "user" && !parts.some(({ type }) => type === "tool_result"))
    return before?.role === "user" && !allowsUsers ? `${position}: a second user message in a row` : undefined;
  const lastAnswer = input.slice(0, at).findLast((each) => each.role === "assistant");
  return lastAnswer?.parts.some(({ type }) => type === "tool_call")
    ? undefined
    : `${position}: a tool result without a call before it`;
}

export const toolSchemasCompile = defineCheck({
  ...common,
  name: "tool_schemas_compile",
  title: "Tool schemas are valid",
  description:
    "Every declared tool has a unique name of at most 64 letters, digits, hyphens and underscores, and parameters that are a JSON Schema of an object.",
  severity: "major",
  costClass: "medium",
  targets: ["tools"],
  needs: ["tools"],
  mode: "on prompt or tool change",
  source: "OpenAI tool contract; JSON Schema 2020-12",
  options: z.strictObject({}),
  evaluate: ({ datapoint: { tools } }) => {
    const seen = new Set<string>();
    const problems = tools.flatMap(({ name, parameters }) => {
      const isTwice = seen.size === seen.add(name).size;
      return [
        ...(/^[\w-]{1,64}$/.test(name) ? [] : [`“${name.slice(0, 70)}” isn't a valid name`]),
        ...(isTwice ? [`${name} is declared twice`] : []),
        ...(parameters === undefined ? [] : problemsOf(name, parameters)),
      ];
    });
    return property(
      problems.length === 0,
      problems.length === 0 ? `${tools.length} tools are valid` : problems.slice(0, 5).join("; "),
    );
  },
});

/** Compiles each schema once and caches the result by digest. */
function problemsOf(name: string, parameters: JsonValue): readonly string[] {
  const type = member(parameters, "type");
  if (type !== "object")
    return [`${name}: the parameters are of type ${typeof type === "string" ? type : "none"}, not object`];
  try {
    schemaProblems(parameters, {}, { formats: true, coerce_types: false, strict_additional: false });
    return [];
  } catch (thrown) {
    return [`${name}: ${messageOf(thrown).slice(0, 160)}`];
  }
}
