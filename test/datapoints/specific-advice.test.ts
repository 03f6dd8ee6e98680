import { describe, expect, test } from "vitest";
import { errorAdvice } from "../../src/datapoints/errors/error-advice.ts";
import { adviceFor } from "../../src/datapoints/errors/specific-advice.ts";

describe("the remedy of an error", () => {
  test.each([
    [
      "setting_out_of_bounds",
      "max_tokens: 200000 > 8192, which is the maximum",
      "Lower max_tokens to 8192 or less (it is 200000).",
    ],
    [
      "setting_out_of_bounds",
      "temperature must be in [0, 2], got 3.5.",
      "Set temperature between 0 and 2 (it is 3.5).",
    ],
    ["setting_out_of_bounds", "max_tokens must be at least 1, got -1.", "Raise max_tokens to 1 or more (it is -1)."],
    [
      "setting_out_of_bounds",
      "Invalid reasoning_effort: turbo. Must be one of: 'low', 'high'",
      "Set reasoning_effort to one of: 'low', 'high'.",
    ],
    [
      "context_too_large",
      "This model's maximum context length is 8192 tokens. However, your messages resulted in 9120 tokens.",
      "Send at most 8192 tokens (the request has 9120): shorten the history, send fewer documents, or use a model with a larger context.",
    ],
    [
      "rate_limited",
      "Rate limit reached. Please try again in 6m12s.",
      "Retry after 6m12s; send fewer requests, or request a higher limit.",
    ],
    [
      "quota_exceeded",
      "Budget has been exceeded! Current cost: 25.1, Max budget: 20.0",
      "Raise the budget of 20.0, or wait until it starts anew.",
    ],
    [
      "misconfiguration",
      "Missing credentials. Set the OPENAI_API_KEY environment variable.",
      "Set the environment variable OPENAI_API_KEY, or pass its value to the client.",
    ],
    [
      "misconfiguration",
      "The model `gpt-9` does not exist or you do not have access to it.",
      "Use a model that exists and that your key may use: gpt-9 isn't one.",
    ],
    [
      "misconfiguration",
      "Unsupported parameter: 'max_tokens' is not supported with this model.",
      "Remove max_tokens from the request, or use a model that supports it.",
    ],
    ["timeout", "Request timed out after 60s", "Retry; stream long answers, or allow more time than 60s."],
    [
      "tool_failed",
      "Tool 'get_order' not found. Available tools: search",
      "Offer the tool get_order to the model and to the code that runs tools, or tell the model which tools exist.",
    ],
    [
      "provider_unavailable",
      "connect ECONNREFUSED 127.0.0.1:11434",
      "Start the server at 127.0.0.1:11434, or correct the address; retry with back-off.",
    ],
  ] as const)("of %s %j names what the message states", (type, message, remedy) => {
    expect(adviceFor(type, message)).toEqual({ acts: errorAdvice[type].acts, remedy });
  });

  test("is that of the type when the message states nothing", () => {
    expect(adviceFor("setting_out_of_bounds", "bad value")).toEqual(errorAdvice.setting_out_of_bounds);
    expect(adviceFor("refusal")).toEqual(errorAdvice.refusal);
  });
});
