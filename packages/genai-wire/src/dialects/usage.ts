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

/** Reads token counts under OpenAI's two sets of names; the totals include cached and reasoning tokens. */
export function openAiUsage(usage: Loose | undefined): Usage {
  const input = looseObject(usage?.["prompt_tokens_details"] ?? usage?.["input_tokens_details"]);
  const output = looseObject(usage?.["completion_tokens_details"] ?? usage?.["output_tokens_details"]);
  return {
    input: looseNumber(usage?.["prompt_tokens"]) ?? looseNumber(usage?.["input_tokens"]),
    output: looseNumber(usage?.["completion_tokens"]) ?? looseNumber(usage?.["output_tokens"]),
    cacheRead: looseNumber(input?.["cached_tokens"]) ?? looseNumber(usage?.["prompt_cache_hit_tokens"]),
    cacheWrite: looseNumber(input?.["cache_write_tokens"]),
    reasoning: looseNumber(output?.["reasoning_tokens"]),
  };
}

/** Anthropic excludes cached tokens from `input_tokens`. */
export function anthropicUsage(usage: Loose | undefined): Usage {
  const cacheRead = looseNumber(usage?.["cache_read_input_tokens"]);
  const cacheWrite = looseNumber(usage?.["cache_creation_input_tokens"]);
  return {
    input: increased(looseNumber(usage?.["input_tokens"]), cacheRead, cacheWrite),
    output: looseNumber(usage?.["output_tokens"]),
    cacheRead,
    cacheWrite,
    reasoning: looseNumber(looseObject(usage?.["output_tokens_details"])?.["thinking_tokens"]),
  };
}

/** Bedrock's Converse excludes cached tokens from `inputTokens`. */
export function bedrockUsage(usage: Loose | undefined): Usage {
  const cacheRead = looseNumber(usage?.["cacheReadInputTokens"]);
  const cacheWrite = looseNumber(usage?.["cacheWriteInputTokens"]);
  const input = increased(looseNumber(usage?.["inputTokens"]), cacheRead, cacheWrite);
  return { input, output: looseNumber(usage?.["outputTokens"]), cacheRead, cacheWrite };
}

/** Google excludes reasoning from the candidates' count, and tool-use prompts from the prompt's count. */
export function geminiUsage(usage: Loose | undefined): Usage {
  const output = looseNumber(usage?.["candidatesTokenCount"]) ?? looseNumber(usage?.["responseTokenCount"]);
  const reasoning = looseNumber(usage?.["thoughtsTokenCount"]);
  return {
    input: increased(looseNumber(usage?.["promptTokenCount"]), looseNumber(usage?.["toolUsePromptTokenCount"])),
    output: output === undefined && reasoning === undefined ? undefined : (output ?? 0) + (reasoning ?? 0),
    cacheRead: looseNumber(usage?.["cachedContentTokenCount"]),
    reasoning,
  };
}

const increased = (input: number | undefined, ...more: readonly (number | undefined)[]) =>
  input === undefined ? undefined : more.reduce<number>((sum, count) => sum + (count ?? 0), input);
