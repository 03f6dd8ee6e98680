import type { Message } from "../../../datapoints/index.ts";
import { defineCheck, property, skipped, z } from "../definition.ts";
import { requestContract } from "./shared-properties.ts";

export const messageRolesValid = defineCheck({
  ...requestContract,
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
  evaluate: (
    { request: input, lacksHistory },
    { allow_consecutive_user: allowsUsers, allow_prefill: allowsPrefill },
  ) => {
    if (input.length === 0) return skipped("the request holds no message");
    if (lacksHistory) return skipped("the provider holds earlier messages that are not stored");
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
