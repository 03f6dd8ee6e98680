import { type Loose, looseNumber, looseObject } from "../loose-json.ts";

/**
 * Token counts. As in the OpenTelemetry conventions, `input` includes cached tokens and `output` includes
 * reasoning tokens.
 */
export interface Usage {
  readonly input?: number | undefined;
  readonly output?: number | undefined;
  readonly cacheRead?: number | undefined;
  readonly cacheWrite?: number | undefined;
  readonly reasoning?: number | undefined;
}

/** Token counts as sent. `basis` is whether the input count includes cached tokens, where that is known. */
export interface TokenCounts extends Usage {
  readonly total?: number | undefined;
  readonly basis?: "inclusive" | "exclusive" | undefined;
}

/** Reads the usage of an API whose input count includes cached tokens, or (Anthropic, Bedrock) excludes them. */
export function readUsage(usage: unknown, basis: "inclusive" | "exclusive" = "inclusive"): Usage {
  const { input, output, cacheRead, cacheWrite, reasoning } = countsOf(looseObject(usage) ?? {});
  const cached = basis === "exclusive" ? (cacheRead ?? 0) + (cacheWrite ?? 0) : 0;
  return { input: input === undefined ? undefined : input + cached, output, cacheRead, cacheWrite, reasoning };
}

/** Reads counts from a provider's or SDK's usage object, by its shape. */
export function countsOf(usage: Loose): TokenCounts {
  const input = countIn(usage, inputNames);
  const written = countIn(usage, outputNames);
  const thoughts = countIn(usage, ["thoughtsTokenCount", "thoughts_token_count"]);
  const inputDetails = detailsIn(usage, inputDetailNames);
  const outputDetails = detailsIn(usage, outputDetailNames);
  return {
    // Gemini counts the prompts of tools separately from the prompt, and thoughts separately from the response.
    input: input === undefined ? undefined : input + (looseNumber(usage["toolUsePromptTokenCount"]) ?? 0),
    output: thoughts === undefined || written === undefined ? (written ?? thoughts) : written + thoughts,
    total: countIn(usage, ["total_tokens", "totalTokens", "totalTokenCount", "total_token_count"]),
    cacheRead: countIn(inputDetails, cacheReadDetails) ?? countIn(usage, cacheReadNames),
    cacheWrite: countIn(inputDetails, cacheWriteDetails) ?? countIn(usage, cacheWriteNames),
    reasoning: thoughts ?? countIn(outputDetails, reasoningDetails) ?? countIn(usage, reasoningNames),
    basis: exclusiveNames.some((name) => isPresent(usage[name])) ? "exclusive" : undefined,
  };
}

const inputNames = [
  "prompt_tokens",
  "input_tokens",
  "promptTokens",
  "inputTokens",
  "promptTokenCount",
  "prompt_token_count",
] as const;
const outputNames = [
  "completion_tokens",
  "output_tokens",
  "completionTokens",
  "outputTokens",
  "candidatesTokenCount",
  "candidates_token_count",
  "responseTokenCount",
] as const;
const inputDetailNames = [
  "prompt_tokens_details",
  "input_tokens_details",
  "input_token_details",
  "inputTokenDetails",
  "promptTokensDetails",
] as const;
const outputDetailNames = [
  "completion_tokens_details",
  "output_tokens_details",
  "output_token_details",
  "outputTokenDetails",
  "completionTokensDetails",
] as const;
const cacheReadDetails = ["cached_tokens", "cache_read", "cachedTokens", "cacheReadTokens"] as const;
const cacheReadNames = [
  "cache_read_input_tokens",
  "cacheReadInputTokens",
  "cachedContentTokenCount",
  "cached_content_token_count",
  "cachedInputTokens",
  "prompt_cache_hit_tokens",
  "cached_tokens",
] as const;
const cacheWriteDetails = ["cache_creation", "cache_write", "cacheWriteTokens", "cache_write_tokens"] as const;
const cacheWriteNames = ["cache_creation_input_tokens", "cacheWriteInputTokens", "cacheCreationInputTokens"] as const;
const reasoningDetails = ["reasoning_tokens", "reasoning", "reasoningTokens", "thinking_tokens"] as const;
const reasoningNames = ["reasoning_tokens", "reasoningTokens"] as const;
const exclusiveNames = [
  "cache_read_input_tokens",
  "cache_creation_input_tokens",
  "cacheReadInputTokens",
  "cacheWriteInputTokens",
] as const;

const isPresent = (value: unknown) => value !== undefined && value !== null;

/** Returns the count under the first name that is present; some clients write numbers as text. */
function countIn(counts: Loose, names: readonly string[]): number | undefined {
  const value = counts[names.find((name) => isPresent(counts[name])) ?? ""];
  return typeof value === "string" && value.trim() !== "" ? looseNumber(Number(value)) : looseNumber(value);
}

function detailsIn(usage: Loose, names: readonly string[]): Loose {
  for (const name of names) {
    const details = looseObject(usage[name]);
    if (details) return details;
  }
  return {};
}
