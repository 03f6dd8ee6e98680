import type { FinishReason, Message } from "../datapoint.ts";

export { finishReasonOf } from "../../../packages/genai-wire/src/dialects/finish-reasons.ts";

/**
 * Gemini, Genkit and the Responses API report "stop" for a response that calls tools; it becomes the tool-call
 * reason, as does an absent reason on such a response.
 */
export function finishReasonsFor(
  reasons: readonly FinishReason[],
  output: readonly Message[],
): readonly FinishReason[] {
  if (!output.some((message) => message.parts.some((part) => part.type === "tool_call"))) return reasons;
  return reasons.length === 0 ? ["tool_calls"] : reasons.map((reason) => (reason === "stop" ? "tool_calls" : reason));
}
