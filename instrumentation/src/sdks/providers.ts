/** Who answers at an address, as OpenTelemetry spells providers; addresses that are not known speak for themselves. */
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

/** The provider behind a base address; the SDK's own where the address does not tell. */
export function providerAt(url: unknown, otherwise: string): string {
  if (typeof url !== "string" || !URL.canParse(url)) return otherwise;
  const { hostname } = new URL(url);
  return hosts.find(([pattern]) => pattern.test(hostname))?.[1] ?? otherwise;
}
