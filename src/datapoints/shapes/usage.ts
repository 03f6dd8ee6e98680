import type { TokenCounts } from "../../../packages/genai-wire/src/dialects/usage.ts";
import type { Usage } from "../datapoint.ts";

export { countsOf, type TokenCounts } from "../../../packages/genai-wire/src/dialects/usage.ts";

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
