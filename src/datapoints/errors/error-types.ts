export const errorTypes = [
  "exception",
  "misconfiguration",
  "invalid_response",
  "refusal",
  "setting_out_of_bounds",
  "context_too_large",
  "rate_limited",
  "quota_exceeded",
  "content_filtered",
  "timeout",
  "provider_unavailable",
  "stream_interrupted",
  "tool_failed",
  "cancelled",
] as const;

/** Type of a failed call; `exception` is the fallback for unrecognized failures. */
export type ErrorType = (typeof errorTypes)[number];

/** What decides on a type: a code or exception class, a phrase, the trained model, a bare status, or nothing. */
export const errorLayers = ["code", "phrase", "model", "status", "none"] as const;
export type ErrorLayer = (typeof errorLayers)[number];
