import type { Cost, Usage } from "../datapoint.ts";

/** US dollars per million tokens, by token class. An absent price is unknown, not free. */
export interface Price {
  readonly input: number;
  readonly output?: number;
  readonly cacheRead?: number;
  readonly cacheWrite?: number;
}

/** Prices by model name prefix; the longest match wins. */
export type Prices = ReadonlyMap<string, Price>;

const openai = (input: number, output: number, cacheRead?: number): Price => ({
  input,
  output,
  ...(cacheRead === undefined ? {} : { cacheRead }),
});
/**
 * Anthropic's rule: a cache read costs a tenth of the input price, a five-minute cache write a quarter more than
 * it.
 */
const anthropic = (input: number, output: number): Price => ({
  input,
  output,
  cacheRead: input / 10,
  cacheWrite: input * 1.25,
});

/**
 * List prices of the providers' own pricing pages (standard tier, shortest context tier, text tokens). Models
 * whose price is uncertain are omitted: their cost is unknown.
 */
export const listPrices: Prices = new Map<string, Price>([
  ["gpt-4.1", openai(2, 8, 0.5)],
  ["gpt-4.1-mini", openai(0.4, 1.6, 0.1)],
  ["gpt-4.1-nano", openai(0.1, 0.4, 0.025)],
  ["gpt-4o", openai(2.5, 10, 1.25)],
  ["gpt-4o-mini", openai(0.15, 0.6, 0.075)],
  ["gpt-4-turbo", openai(10, 30)],
  ["gpt-4", openai(30, 60)],
  ["gpt-3.5-turbo", openai(0.5, 1.5)],
  ["gpt-5", openai(1.25, 10, 0.125)],
  ["gpt-5-mini", openai(0.25, 2, 0.025)],
  ["gpt-5-nano", openai(0.05, 0.4, 0.005)],
  ["gpt-5-pro", openai(15, 120)],
  ["o1", openai(15, 60, 7.5)],
  ["o1-mini", openai(1.1, 4.4, 0.55)],
  ["o3", openai(2, 8, 0.5)],
  ["o3-mini", openai(1.1, 4.4, 0.55)],
  ["o4-mini", openai(1.1, 4.4, 0.275)],
  ["text-embedding-3-small", { input: 0.02 }],
  ["text-embedding-3-large", { input: 0.13 }],
  ["text-embedding-ada-002", { input: 0.1 }],
  ["claude-opus-4-5", anthropic(5, 25)],
  ["claude-opus-4", anthropic(15, 75)],
  ["claude-sonnet-4", anthropic(3, 15)],
  ["claude-haiku-4-5", anthropic(1, 5)],
  ["claude-3-7-sonnet", anthropic(3, 15)],
  ["claude-3-5-sonnet", anthropic(3, 15)],
  ["claude-3-5-haiku", anthropic(0.8, 4)],
  ["claude-3-opus", anthropic(15, 75)],
  ["claude-3-haiku", { input: 0.25, output: 1.25, cacheRead: 0.03, cacheWrite: 0.3 }],
  ["gemini-2.5-pro", { input: 1.25, output: 10 }],
  ["gemini-2.5-flash", { input: 0.3, output: 2.5 }],
  ["gemini-2.5-flash-lite", { input: 0.1, output: 0.4 }],
  ["gemini-2.0-flash", { input: 0.1, output: 0.4, cacheRead: 0.025 }],
  ["gemini-2.0-flash-lite", { input: 0.075, output: 0.3 }],
  ["mistral-large", { input: 2, output: 6 }],
  ["mistral-small", { input: 0.1, output: 0.3 }],
  ["codestral", { input: 0.3, output: 0.9 }],
  ["grok-3", { input: 3, output: 15 }],
  ["grok-3-mini", { input: 0.3, output: 0.5 }],
  ["grok-4", { input: 3, output: 15 }],
  ["command-r-plus", { input: 2.5, output: 10 }],
  ["command-r", { input: 0.15, output: 0.6 }],
]);

/** Suffixes that do not make a known name another model: dates and `latest`. */
const sameModel =
  /^(-\d{4}-\d{2}-\d{2}|-\d{8}|-\d{4}|-\d{3}|-latest|-preview|-exp|@\d{8}|-v\d+(:\d+)?|-\d{8}-v\d+(:\d+)?|-\d)*$/;

/** Returns the price of a model; undefined if it is not in the table (a longer name is another model). */
export function priceOf(model: string, prices: Prices): Price | undefined {
  const name = bare(model);
  for (let end = name.length; end > 0; end--) {
    const price = prices.get(name.slice(0, end));
    if (price) return sameModel.test(name.slice(end)) ? price : undefined;
  }
  return undefined;
}

/**
 * Removes the provider path and Bedrock's region and vendor: `us.anthropic.claude-…`, `openai/gpt-4.1`,
 * `models/gemini-…`.
 */
const bare = (model: string) =>
  model
    .slice(model.lastIndexOf("/") + 1)
    .toLowerCase()
    .replace(/^(?:[a-z]{2,6}\.)?(?:anthropic|amazon|meta|cohere|mistral)\./, "");

/**
 * Returns the cost of a call. `complete` is false where a count or the price of one of its token classes is
 * unknown.
 */
export function costOf(usage: Usage, price: Price | undefined): Cost | undefined {
  if (!price || usage.inputTokens === undefined) return undefined;
  const [read, written] = [usage.cacheReadTokens ?? 0, usage.cacheWriteTokens ?? 0];
  const uncached = Math.max(0, usage.inputTokens - read - written);
  const isKnown = (count: number, cost: number | undefined) => count === 0 || cost !== undefined;
  const output = price.output === undefined ? 0 : (usage.outputTokens ?? 0) * price.output;
  const usd =
    (uncached * price.input +
      read * (price.cacheRead ?? price.input) +
      written * (price.cacheWrite ?? price.input) +
      output) /
    1_000_000;
  const complete =
    isKnown(read, price.cacheRead) &&
    isKnown(written, price.cacheWrite) &&
    (price.output === undefined || usage.outputTokens !== undefined);
  return { usd: Number(usd.toPrecision(12)), complete };
}
