/** Frameworks that report their own name as the provider. */
const frameworks: ReadonlySet<string> = new Set([
  "langchain",
  "strands-agents",
  "gcp.vertex.agent",
  "microsoft.agent_framework",
  "_other",
  "crewai",
  "llamaindex",
  "semantic_kernel",
  "vercel",
  "openai_agents",
]);

const names: ReadonlyMap<string, string> = new Map([
  ["azure", "azure.ai.openai"],
  ["azure-openai", "azure.ai.openai"],
  ["azureopenai", "azure.ai.openai"],
  ["az.ai.openai", "azure.ai.openai"],
  ["az.ai.inference", "azure.ai.inference"],
  ["google", "gcp.gemini"],
  ["gemini", "gcp.gemini"],
  ["googleai", "gcp.gemini"],
  ["google_genai", "gcp.gemini"],
  ["googlegenerativeai", "gcp.gemini"],
  ["gcp.gen_ai", "gcp.gemini"],
  ["vertex_ai", "gcp.vertex_ai"],
  ["vertexai", "gcp.vertex_ai"],
  ["google_vertexai", "gcp.vertex_ai"],
  ["aws", "aws.bedrock"],
  ["amazon_bedrock", "aws.bedrock"],
  ["amazon-bedrock", "aws.bedrock"],
  ["bedrock", "aws.bedrock"],
  ["mistral", "mistral_ai"],
  ["mistralai", "mistral_ai"],
  ["xai", "x_ai"],
  ["moonshot", "moonshot_ai"],
  ["moonshotai", "moonshot_ai"],
  ["watsonx", "ibm.watsonx.ai"],
]);

const dotted: ReadonlySet<string> = new Set([
  "aws.bedrock",
  "azure.ai.inference",
  "azure.ai.openai",
  "gcp.gemini",
  "gcp.vertex_ai",
  "ibm.watsonx.ai",
]);

/** Returns a provider's name in OpenTelemetry's spelling; undefined for a framework that reports itself. */
export function providerOf(word: string | undefined): string | undefined {
  if (word === undefined) return undefined;
  const lower = word.toLowerCase();
  if (frameworks.has(lower)) return undefined;
  const known = names.get(lower) ?? (dotted.has(lower) ? lower : undefined);
  if (known !== undefined) return known;
  const head = lower.startsWith("google.") && lower.includes("vertex") ? "vertexai" : (lower.split(".")[0] ?? lower);
  return names.get(head) ?? head;
}

const byModel: readonly (readonly [RegExp, string])[] = [
  [/^(gpt-|o[1-9](-|$)|chatgpt|text-embedding-|davinci|babbage)/, "openai"],
  [/^claude/, "anthropic"],
  [/^(gemini|models\/gemini)/, "gcp.gemini"],
  [/^(mistral|codestral|ministral|magistral|pixtral)/, "mistral_ai"],
  [/^deepseek/, "deepseek"],
  [/^grok/, "x_ai"],
  [/^command/, "cohere"],
  [/^([a-z]{2}\.)?(anthropic|amazon|meta|cohere|ai21|mistral|stability)\./, "aws.bedrock"],
];

/** Infers the provider from a model's name, for calls that do not report one. */
export function providerOfModel(model: string | undefined): string | undefined {
  return model === undefined ? undefined : byModel.find(([pattern]) => pattern.test(model))?.[1];
}
