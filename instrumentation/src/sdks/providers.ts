/** OpenTelemetry's provider names by host; an unknown host is used as the name. */
const hosts: readonly (readonly [RegExp, string])[] = [
  [/(^|\.)api\.openai\.com$/, "openai"],
  [/\.openai\.azure\.com$|\.cognitiveservices\.azure\.com$/, "azure.ai.openai"],
  [/\.ai\.azure\.com$|\.inference\.ai\.azure\.com$/, "azure.ai.inference"],
  [/(^|\.)anthropic\.com$/, "anthropic"],
  [/^generativelanguage\.googleapis\.com$/, "gcp.gemini"],
  [/aiplatform\.googleapis\.com$/, "gcp.vertex_ai"],
  [/^bedrock.*\.amazonaws\.com$/, "aws.bedrock"],
  [/(^|\.)deepseek\.com$/, "deepseek"],
  [/(^|\.)groq\.com$/, "groq"],
  [/(^|\.)x\.ai$/, "x_ai"],
  [/(^|\.)mistral\.ai$/, "mistral_ai"],
  [/(^|\.)cohere\.(com|ai)$/, "cohere"],
  [/(^|\.)perplexity\.ai$/, "perplexity"],
  [/(^|\.)moonshot\.(ai|cn)$/, "moonshot_ai"],
  [/(^|\.)openrouter\.ai$/, "openrouter"],
  [/(^|\.)together\.(ai|xyz)$/, "together"],
  [/(^|\.)fireworks\.ai$/, "fireworks"],
];

/** Returns the provider at a base address, or the SDK's own where the address does not identify one. */
export function providerAt(url: unknown, otherwise: string): string {
  if (typeof url !== "string" || !URL.canParse(url)) return otherwise;
  const { hostname } = new URL(url);
  return hosts.find(([pattern]) => pattern.test(hostname))?.[1] ?? otherwise;
}
