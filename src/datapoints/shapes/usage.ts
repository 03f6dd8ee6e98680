import type { Json } from "../../platform/json/json.ts";
import type { Usage } from "../datapoint.ts";
import { at, first, isObject, type JsonObject, numberOf } from "./json.ts";

/** Token counts as sent. `basis` is whether the input count includes cached tokens, where that is known. */
export interface TokenCounts {
  readonly input?: number | undefined;
  readonly output?: number | undefined;
  readonly total?: number | undefined;
  readonly cacheRead?: number | undefined;
  readonly cacheWrite?: number | undefined;
  readonly reasoning?: number | undefined;
  readonly basis?: "inclusive" | "exclusive" | undefined;
}

/**
 * Returns counts with inclusive input. Without a stated basis the counts decide: more cached than input tokens,
 * or a total that only adds up with the cached ones, mean an exclusive input. A zero input count means
 * "unknown".
 */
export function usageOf(counts: TokenCounts): Usage {
  const inputTokens = inclusiveInput(counts);
  const { output } = counts;
  const outputTokens =
    output !== undefined && output >= 0 && (inputTokens !== undefined || output > 0) ? output : undefined;
  return {
    ...(inputTokens === undefined ? {} : { inputTokens, ...cacheOf(counts) }),
    ...(outputTokens === undefined ? {} : { outputTokens }),
    ...(outputTokens === undefined || counts.reasoning === undefined ? {} : { reasoningTokens: counts.reasoning }),
  };
}

function inclusiveInput(counts: TokenCounts): number | undefined {
  const cached = (counts.cacheRead ?? 0) + (counts.cacheWrite ?? 0);
  if (counts.input === undefined || (counts.input <= 0 && cached === 0)) return undefined;
  const exclusive = counts.basis === "exclusive" || (counts.basis === undefined && isLikelyExclusive(counts, cached));
  return exclusive ? counts.input + cached : counts.input;
}

const cacheOf = ({ cacheRead, cacheWrite }: TokenCounts): Usage => ({
  ...(cacheRead === undefined ? {} : { cacheReadTokens: cacheRead }),
  ...(cacheWrite === undefined ? {} : { cacheWriteTokens: cacheWrite }),
});

/** Reads counts from a provider's or SDK's usage object, by its shape. */
export function countsOf(usage: JsonObject): TokenCounts {
  const input = numberOf(
    first(
      usage,
      "prompt_tokens",
      "input_tokens",
      "promptTokens",
      "inputTokens",
      "promptTokenCount",
      "prompt_token_count",
    ),
  );
  const cacheDetail = detail(
    usage,
    "prompt_tokens_details",
    "input_tokens_details",
    "input_token_details",
    "inputTokenDetails",
    "promptTokensDetails",
  );
  const reasoningDetail = detail(
    usage,
    "completion_tokens_details",
    "output_tokens_details",
    "output_token_details",
    "outputTokenDetails",
    "completionTokensDetails",
  );
  const thoughts = numberOf(first(usage, "thoughtsTokenCount", "thoughts_token_count"));
  const written = numberOf(
    first(
      usage,
      "completion_tokens",
      "output_tokens",
      "completionTokens",
      "outputTokens",
      "candidatesTokenCount",
      "candidates_token_count",
    ),
  );
  const anthropic = first(
    usage,
    "cache_read_input_tokens",
    "cache_creation_input_tokens",
    "cacheReadInputTokens",
    "cacheWriteInputTokens",
  );
  return {
    input,
    // Gemini counts thoughts separately from the response.
    output: thoughts === undefined || written === undefined ? (written ?? thoughts) : written + thoughts,
    total: numberOf(first(usage, "total_tokens", "totalTokens", "totalTokenCount", "total_token_count")),
    cacheRead: numberOf(
      first(cacheDetail, "cached_tokens", "cache_read", "cachedTokens", "cacheReadTokens") ??
        first(
          usage,
          "cache_read_input_tokens",
          "cacheReadInputTokens",
          "cachedContentTokenCount",
          "cached_content_token_count",
          "cachedInputTokens",
          "cached_tokens",
        ),
    ),
    cacheWrite: numberOf(
      first(cacheDetail, "cache_creation", "cache_write", "cacheWriteTokens") ??
        first(usage, "cache_creation_input_tokens", "cacheWriteInputTokens", "cacheCreationInputTokens"),
    ),
    reasoning:
      thoughts ??
      numberOf(
        first(reasoningDetail, "reasoning_tokens", "reasoning", "reasoningTokens") ??
          first(usage, "reasoning_tokens", "reasoningTokens"),
      ),
    basis: anthropic === undefined ? undefined : "exclusive",
  };
}

/** Returns the first's counts, with missing ones from the other. */
export function eitherCounts(one: TokenCounts | undefined, other: TokenCounts | undefined): TokenCounts | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  if (one.input === undefined) return { ...other, output: one.output ?? other.output };
  return {
    input: one.input,
    output: one.output ?? other.output,
    total: one.total ?? other.total,
    cacheRead: one.cacheRead ?? other.cacheRead,
    cacheWrite: one.cacheWrite ?? other.cacheWrite,
    reasoning: one.reasoning ?? other.reasoning,
    basis: one.basis ?? (one.input === other.input ? other.basis : undefined),
  };
}

function isLikelyExclusive({ input, output, total }: TokenCounts, cached: number): boolean {
  if (input === undefined || cached === 0) return false;
  if (cached > input) return true;
  return total !== undefined && output !== undefined && total === input + cached + output;
}

function detail(usage: JsonObject, ...keys: readonly string[]): JsonObject {
  for (const key of keys) {
    const value: Json | undefined = at(usage, key);
    if (isObject(value)) return value;
  }
  return none;
}

const none: JsonObject = {};
