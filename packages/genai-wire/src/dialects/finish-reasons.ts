/** Why a response ended, in one vocabulary for all providers and SDKs. */
export type FinishReason = "stop" | "length" | "tool_calls" | "content_filter" | "error" | "other";

/** Normalizes a finish reason of a provider or SDK. */
export function finishReasonOf(word: string): FinishReason {
  return reasons.get(word.toLowerCase().replaceAll("-", "_")) ?? "other";
}

const words: Readonly<Record<Exclude<FinishReason, "other">, readonly string[]>> = {
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
    "language",
    "guardrail_intervened",
    "image_safety",
    "image_prohibited_content",
  ],
  error: [
    "error",
    "failed",
    "malformed_function_call",
    "unexpected_tool_call",
    "malformed_response",
    "malformed_model_output",
    "malformed_tool_use",
  ],
};

const reasons: ReadonlyMap<string, FinishReason> = new Map(
  (Object.keys(words) as (keyof typeof words)[]).flatMap((reason) => words[reason].map((word) => [word, reason])),
);
