import type { Severity } from "../severity.ts";
import type { ErrorType } from "./error-types.ts";

/** Critical errors fail every call until a person intervenes; minor ones most likely need no intervention. */
export const errorSeverities: Readonly<Record<ErrorType, Severity>> = {
  exception: "major",
  misconfiguration: "critical",
  invalid_response: "major",
  refusal: "major",
  setting_out_of_bounds: "major",
  context_too_large: "major",
  rate_limited: "major",
  quota_exceeded: "critical",
  content_filtered: "major",
  timeout: "major",
  provider_unavailable: "major",
  stream_interrupted: "major",
  tool_failed: "major",
  cancelled: "minor",
};

export interface ErrorAdvice {
  readonly acts: "you" | "provider";
  readonly remedy: string;
}

export const errorAdvice: Readonly<Record<ErrorType, ErrorAdvice>> = {
  exception: {
    acts: "you",
    remedy: "Read the message and stack trace; report the error to us so that it gets a type.",
  },
  misconfiguration: { acts: "you", remedy: "Check the key, its rights, the model's name and the request's fields." },
  invalid_response: {
    acts: "you",
    remedy: "Request structured output with a schema, raise the token limit, and retry responses that do not parse.",
  },
  refusal: {
    acts: "you",
    remedy: "Review the request; change the prompt, or tell the user what the assistant does.",
  },
  setting_out_of_bounds: { acts: "you", remedy: "Set the named setting inside the range that the model documents." },
  context_too_large: {
    acts: "you",
    remedy: "Shorten or summarise the history, send fewer documents, or use a model with a larger context.",
  },
  rate_limited: {
    acts: "you",
    remedy: "Send fewer requests, retry after the time that the provider names, or request a higher limit.",
  },
  quota_exceeded: { acts: "you", remedy: "Add credit or raise the spending limit of the account at the provider." },
  content_filtered: {
    acts: "you",
    remedy: "Review the flagged content; change the prompt or the filter's settings at the provider.",
  },
  timeout: { acts: "provider", remedy: "Retry; stream long answers, or allow more time." },
  provider_unavailable: {
    acts: "provider",
    remedy: "Retry with back-off; watch the provider's status page; have a second model ready.",
  },
  stream_interrupted: {
    acts: "provider",
    remedy: "Retry the call; check proxies and timeouts between you and the provider.",
  },
  tool_failed: { acts: "you", remedy: "Review the tool's error and the arguments of the call." },
  cancelled: {
    acts: "you",
    remedy: "Nothing, if the user left; otherwise check for a timeout in your code that is too short.",
  },
};
