/** Spellings of providers in conventions, gateways and messages: key, name for people, and the other spellings. */
const providers: readonly (readonly [string, string, RegExp])[] = [
  ["openai", "OpenAI", /^openai/],
  ["azure", "Azure OpenAI", /^(?:azure|az\.)/],
  ["anthropic", "Anthropic", /^anthropic/],
  ["bedrock", "Amazon Bedrock", /bedrock/],
  ["vertex", "Google Vertex AI", /vertex/],
  ["gemini", "Google Gemini", /gemini|^google|^gcp/],
  ["mistral", "Mistral", /^mistral/],
  ["cohere", "Cohere", /^cohere/],
  ["deepseek", "DeepSeek", /^deepseek/],
  ["groq", "Groq", /^groq/],
  ["xai", "xAI", /^x_?ai/],
  ["perplexity", "Perplexity", /^perplexity/],
  ["openrouter", "OpenRouter", /^openrouter/],
  ["together", "Together AI", /^together/],
  ["fireworks", "Fireworks AI", /^fireworks/],
  ["cerebras", "Cerebras", /^cerebras/],
  ["sambanova", "SambaNova", /^sambanova/],
  ["ai21", "AI21", /^ai21/],
  ["huggingface", "Hugging Face", /^hugging/],
  ["replicate", "Replicate", /^replicate/],
  ["dashscope", "Alibaba DashScope", /^(?:dashscope|alibaba|qwen)/],
  ["moonshot", "Moonshot", /^moonshot/],
  ["zhipu", "Zhipu", /^(?:zhipu|zai|z\.ai)/],
  ["watsonx", "IBM watsonx", /watsonx/],
  ["databricks", "Databricks", /^databricks/],
  ["cloudflare", "Cloudflare", /^cloudflare/],
];

/** How LiteLLM names the provider of an error: "OpenAIException - …". */
const inMessage = /\b([A-Z]\w{1,30}?)(?:API)?Exception (?:\w+ )?- /;

const entryOf = (name: string) => providers.find(([, , spelling]) => spelling.test(name.toLowerCase()));

/** Returns one spelling of a provider; the message of a gateway names it where the call does not. */
export function providerKey(name: string | undefined, message: string | undefined): string {
  const isGateway = name === undefined || /litellm|portkey|gateway/i.test(name);
  const given = isGateway ? (inMessage.exec(message ?? "")?.[1] ?? name) : name;
  return given === undefined ? "" : (entryOf(given)?.[0] ?? given.toLowerCase());
}

/** True if the provider's name identifies the server, wherever it is called. */
export const isHosted = (key: string): boolean => providers.some(([known]) => known === key);

/** Returns the name of a provider for people. */
export function providerName(name: string): string {
  return (
    entryOf(name)?.[1] ??
    (/^[a-z]/.test(name) && !/[._]/.test(name) ? name.charAt(0).toUpperCase() + name.slice(1) : name)
  );
}
