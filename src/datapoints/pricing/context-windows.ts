/** Context windows in tokens by model name prefix, from the providers' model pages; the longest match wins. */
const windows: readonly (readonly [string, number])[] = [
  ["gpt-5", 400_000],
  ["gpt-4.1", 1_047_576],
  ["gpt-4o", 128_000],
  ["chatgpt-4o", 128_000],
  ["gpt-4-turbo", 128_000],
  ["gpt-4-1106", 128_000],
  ["gpt-4-0125", 128_000],
  ["gpt-4-32k", 32_768],
  ["gpt-4", 8192],
  ["gpt-3.5-turbo-instruct", 4096],
  ["gpt-3.5-turbo", 16_385],
  ["o1-mini", 128_000],
  ["o1-preview", 128_000],
  ["o1", 200_000],
  ["o3", 200_000],
  ["o4-mini", 200_000],
  ["text-embedding-3", 8191],
  ["text-embedding-ada-002", 8191],
  ["claude-2.0", 100_000],
  ["claude-instant", 100_000],
  ["claude", 200_000],
  ["gemini-1.0-pro", 32_760],
  ["gemini-1.5-pro", 2_097_152],
  ["gemini", 1_048_576],
  ["llama-4-scout", 10_000_000],
  ["llama-4-maverick", 1_000_000],
  ["llama-3.1", 131_072],
  ["llama-3.2", 131_072],
  ["llama-3.3", 131_072],
  ["llama3-1", 131_072],
  ["llama3-2", 131_072],
  ["llama3-3", 131_072],
  ["llama-3", 8192],
  ["llama3", 8192],
  ["llama-2", 4096],
  ["mistral-large", 131_072],
  ["mistral-medium", 131_072],
  ["mistral-small", 131_072],
  ["mixtral-8x22b", 65_536],
  ["mixtral-8x7b", 32_768],
  ["command-r", 128_000],
  ["command-a", 256_000],
  ["deepseek", 131_072],
  ["grok-4", 256_000],
  ["grok-3", 131_072],
  ["grok-2", 131_072],
  ["nova-micro", 128_000],
  ["nova-lite", 300_000],
  ["nova-pro", 300_000],
];

/** Returns the context window in tokens, input and output together; undefined for an unknown model. */
export function contextWindowOf(model: string): number | undefined {
  const name = model
    .slice(model.lastIndexOf("/") + 1)
    .toLowerCase()
    .replace(/^(?:[a-z]{2,6}\.)?(?:anthropic|amazon|meta|cohere|mistral|deepseek)\./, "")
    .replace(/^meta-/, "");
  return windows
    .filter(([start]) => name.startsWith(start))
    .sort(([one], [other]) => other.length - one.length)[0]?.[1];
}
