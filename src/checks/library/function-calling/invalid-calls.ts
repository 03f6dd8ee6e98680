import type { Evidence, Outcome, Subject, ToolCall } from "../../../datapoints/index.ts";

/** A malformed call is an error, because no tool can run it. */
export function invalid(explanation: string, evidence: readonly Evidence[]): Outcome {
  return { kind: "failed", value: false, explanation, evidence, errorType: "invalid_response" };
}

/** Returns the ranges of calls in the joined text of the tool calls. */
export function rangesOf(subject: Subject, calls: ReadonlySet<ToolCall>): readonly Evidence[] {
  const text = subject.text("tool_calls");
  let start = 0;
  return subject.toolCalls.flatMap((call) => {
    const end = start + call.name.length + 1 + call.text.length;
    const range = calls.has(call) ? [text.evidence(start, end)] : [];
    start = end + 1;
    return range;
  });
}
