import type { ChatRequest } from "./request.ts";

export class Untranslatable extends Error {
  readonly param: string;
  constructor(param: string, message: string) {
    super(message);
    this.name = "Untranslatable";
    this.param = param;
  }
}

export type Param = Exclude<keyof ChatRequest, "model" | "messages" | "stream" | "tools">;

/**
 * Parameters that steer generation without changing the kind of response: they are left out and named to the
 * client.
 */
const influences: ReadonlySet<string> = new Set<Param>([
  "frequency_penalty",
  "logit_bias",
  "metadata",
  "parallel_tool_calls",
  "presence_penalty",
  "prompt_cache_key",
  "prompt_cache_retention",
  "reasoning_effort",
  "safety_identifier",
  "seed",
  "service_tier",
  "store",
  "top_k",
  "user",
  "verbosity",
]);

/** Values that match every provider's default behavior. */
const neutral: { readonly [name in Param]?: (value: unknown) => boolean } = {
  n: (value) => value === 1,
  logprobs: (value) => value === false,
  top_logprobs: (value) => value === 0,
  modalities: (value) => JSON.stringify(value) === '["text"]',
  response_format: (value) => (value as { type: string }).type === "text",
  frequency_penalty: (value) => value === 0,
  presence_penalty: (value) => value === 0,
  parallel_tool_calls: (value) => value === true,
  store: (value) => value === false,
  service_tier: (value) => value === "auto",
  logit_bias: (value) => Object.keys(value as object).length === 0,
};

/** Handled in the same way for every provider. */
const common: ReadonlySet<string> = new Set(["model", "messages", "stream", "stream_options", "tools", "tool_choice"]);

/**
 * Returns the members that a provider mapping only `mapped` has to ignore. Throws Untranslatable for members that
 * change the kind of response (several choices, log probabilities, a format): ignoring them would deceive the
 * client.
 */
export function leftOut(request: ChatRequest, mapped: ReadonlySet<Param>, provider: string): string[] {
  const dropped: string[] = [];
  for (const [name, value] of Object.entries(request)) {
    if (value === null || value === undefined || common.has(name) || mapped.has(name as Param)) continue;
    if (neutral[name as Param]?.(value) === true) continue;
    if (!influences.has(name)) throw new Untranslatable(name, `${provider} has nothing like "${name}"`);
    dropped.push(name);
  }
  return dropped;
}
