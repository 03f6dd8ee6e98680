import type { ErrorType } from "./error-types.ts";

/** Every given property must match; patterns over `words` see code and type in lower case. */
export interface ErrorRule {
  readonly type: ErrorType;
  readonly status?: readonly number[];
  readonly provider?: string;
  readonly words?: RegExp;
  readonly message?: RegExp;
}

/**
 * Maps a provider's response to an error type; the first matching rule decides, so specific rules precede
 * general ones. Grown from the corpus in test/fixtures/errors, where each entry names its source.
 */
export const errorRules: readonly ErrorRule[] = [
  { type: "cancelled", words: /abort|cancel|client_closed/ },
  { type: "cancelled", status: [499] },
  {
    type: "cancelled",
    message:
      /\b(request was aborted|operation was aborted|aborted by (the )?(user|client)|user aborted|context canceled)\b/i,
  },
  // Some respond with 413 or name a quota where a rate is meant: the code identifies the limit.
  { type: "rate_limited", words: /rate_limit|throttl|too_many_(tokens|requests)|capacity_exceeded/ },
  { type: "rate_limited", message: /throttlingexception|tokens, please wait|rate limit (is|of|reached)/i },
  {
    type: "provider_unavailable",
    words: /econn(reset|refused|aborted)|enotfound|eai_again|upstream_(unreachable|reset)/,
  },
  { type: "provider_unavailable", status: [520, 521, 522, 523, 525, 530] },
  {
    type: "context_too_large",
    words: /context_length|context_window|string_above_max_length|request_too_large|exceed_context_size/,
  },
  {
    type: "context_too_large",
    message:
      /maximum (context|prompt) length|prompt is too long|context[_ ](length|window)[^.]{0,40}(exceed|is full|too)|exceed[^.]{0,60}(context (length|window|size|limit)|maximum number of tokens)|input (is too long|length and `?max_tokens`? exceed)|too many (input )?tokens|input token count[^.]{0,80}exceeds|tokens? (count )?(in the (messages|prompt) )?exceed|please reduce the length of the (messages|prompt)|reduce your prompt/i,
  },
  { type: "context_too_large", status: [413] },
  {
    type: "content_filtered",
    words: /content_filter|content_policy|responsibleai|safety|moderation|data_?inspection|sensitive|guardrail/,
  },
  {
    type: "content_filtered",
    message:
      /content (filter|management policy|policy)|blocked (by|due to) (our |the )?(safety|content|guardrail)|violat\w+ (our |the )?(usage|content) polic|flagged( as| by| for|$)|responsible ai/i,
  },
  {
    type: "quota_exceeded",
    words:
      /insufficient_quota|billing|credit|payment|quota_exceeded|exceeded_current_quota|insufficient_balance|arrear|quota_reached/,
  },
  { type: "quota_exceeded", status: [402] },
  {
    type: "quota_exceeded",
    message:
      /exceeded your (current|monthly) (quota|usage|spend)|credit balance is too low|requires more credits|insufficient (balance|credit|quota|funds)|billing (hard )?limit|check your plan and billing|out of credits|spend(ing)? limit|account (is )?in arrears|monthly (usage )?limit/i,
  },
  {
    type: "rate_limited",
    words: /rate_?limit|throttl|too_?many_?requests|tokens_usage_based|requests_per|resource_?exhausted/,
  },
  {
    type: "provider_unavailable",
    words: /overloaded|service_?unavailable|serviceunavailable|engine_overloaded|modelnotready|server_busy/,
  },
  { type: "provider_unavailable", status: [529] },
  { type: "rate_limited", status: [429] },
  { type: "rate_limited", message: /rate limit|too many requests|tokens per (min|day)|requests per (min|day|second)/i },
  {
    type: "stream_interrupted",
    words:
      /stream_(interrupted|idle_timeout|error)|incomplete_stream|premature_close|err_stream_premature_close|und_err_socket|modelstreamerror/,
  },
  {
    type: "stream_interrupted",
    message:
      /premature close|stream (was |has )?(ended|closed|interrupted|terminated)|terminated$|incomplete chunked|connection (was )?(closed|reset|lost) (mid|while|during)|peer closed connection without|other side closed|unexpected end of stream/i,
  },
  { type: "timeout", words: /time_?d?_?out|etimedout|deadline_exceeded|modeltimeout|esockettimedout/ },
  { type: "timeout", status: [408, 504, 524] },
  { type: "timeout", message: /tim(ed|e) ?out|deadline exceeded/i },
  { type: "tool_failed", words: /tool_?(use_)?(failed|error|execution)/ },
  { type: "tool_failed", message: /failed to call a function|tool (call )?(execution )?failed|error executing tool/i },
  { type: "refusal", words: /refusal/ },
  {
    type: "invalid_response",
    words:
      /invalid_?response|typevalidation|nooutput|noobjectgenerated|jsonparse|outputparser|json_validate_failed|parsing_failure|lengthfinishreason/,
  },
  {
    type: "invalid_response",
    message:
      /could not parse (the )?(response|output|json)|no object generated|failed to parse|invalid json (in|response)|response did not match schema|unexpected token .{1,20} in json/i,
  },
  {
    type: "setting_out_of_bounds",
    words: /integer_(above|below)|decimal_(above|below)|number_(above|below)|out_of_range|unsupported_value/,
  },
  {
    type: "setting_out_of_bounds",
    status: [400, 422],
    message:
      /(temperature|top_p|top_k|max_(completion_|output_)?tokens|presence_penalty|frequency_penalty|\bn\b|budget_tokens|logprobs|seed|stop)\b[^.]{0,120}(must be|should be|range|less than|greater than|at (most|least)|between|above maximum|below minimum|too large|too (high|low)|> \d|maximum (value|of))/i,
  },
  {
    type: "setting_out_of_bounds",
    message:
      /(above maximum value|below minimum value|expected a value (<=|>=)|max_tokens is too large|unsupported value:|supports at most \d+ completion tokens|maximum tokens you requested exceeds?)/i,
  },
];
