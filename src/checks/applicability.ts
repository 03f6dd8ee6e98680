import { type Message, recordedContext, type Subject } from "../datapoints/index.ts";
import type { CheckDescription, CheckNeed } from "./check.ts";
import { noExpectedResult } from "./lacking.ts";

/**
 * Returns why a check does not apply to a datapoint, or undefined if it applies. The only place that decides
 * this for all checks.
 */
export function whyNotApplicable(
  check: Pick<CheckDescription, "judges" | "needs">,
  subject: Subject,
): string | undefined {
  for (const need of check.needs) {
    const missing = whyMissing(need, subject);
    if (missing !== undefined) return missing;
  }
  if (check.judges === "operation") return undefined;
  return whyNothingToJudge(check, subject);
}

function whyNothingToJudge({ judges }: Pick<CheckDescription, "judges">, subject: Subject): string | undefined {
  const { datapoint } = subject;
  const contentMissing = datapoint.flags.includes("content_missing");
  if (judges === "texts" || judges === "request")
    return contentMissing && datapoint.input.length === 0 && datapoint.output.length === 0 ? noContent : undefined;
  if (datapoint.operation === "embedding") return "an embedding call has no answer";
  if (datapoint.error) return "the call failed";
  if (datapoint.output.length === 0 && contentMissing) return noContent;
  if (judges === "answer" && subject.toolCalls.length > 0 && subject.text("output").isBlank)
    return "the response is tool calls without text";
  return undefined;
}

function whyMissing(need: CheckNeed, subject: Subject): string | undefined {
  const { datapoint, expected } = subject;
  switch (need) {
    case "expected":
    case "reference":
      return expected === undefined ? noExpectedResult : undefined;
    case "context":
      return recordedContext(datapoint.metadata, expected) === undefined ? "no context is recorded" : undefined;
    case "retrieved":
      return subject.passages.length === 0 && !subject.conversation.some(bringsResult)
        ? "there is neither a retrieved text nor a tool result"
        : undefined;
    case "system_prompt":
      return subject.systemPrompt.trim() === "" ? "there is no system prompt" : undefined;
    case "tools":
      return datapoint.tools.length === 0 ? "the request declares no tools" : undefined;
    case "usage":
      return Object.keys(datapoint.usage).length === 0 ? "no token usage is recorded" : undefined;
    default:
      // The remaining requirements are verified by the checks that have them.
      return undefined;
  }
}

const bringsResult = ({ role, parts }: Message) => role === "tool" || parts.some(({ type }) => type === "tool_result");

const noContent = "the sender records no message content";
