import type { FinishReason, Message } from "../datapoint.ts";

/** Normalizes a finish reason of a provider or SDK. */
export function finishReasonOf(word: string): FinishReason {
  return reasons.get(word.toLowerCase().replaceAll("-", "_")) ?? "other";
}

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

const reasons: ReadonlyMap<string, FinishReason> = new Map(
  Object.entries({
    stop: [
      "stop",
      "end_turn",
      "endturn",
      "completed",
      "complete",
      "stop_sequence",
      "stopsequence",
      "eos",
      "finish",
      "finished",
      "compaction",
    ],
    length: [
      "length",
      "max_tokens",
      "maxtokens",
      "max_output_tokens",
      "incomplete",
      "model_length",
      "max_output_reached",
      "model_context_window_exceeded",
    ],
    tool_calls: ["tool_calls", "tool_call", "tool_use", "tooluse", "function_call", "tool_calling"],
    content_filter: [
      "content_filter",
      "safety",
      "content_filtered",
      "refusal",
      "prohibited_content",
      "blocklist",
      "spii",
      "recitation",
      "guardrail_intervened",
      "image_safety",
    ],
    error: ["error", "failed", "malformed_function_call"],
  }).flatMap(([reason, words]) => words.map((word) => [word, reason as FinishReason] as const)),
);
