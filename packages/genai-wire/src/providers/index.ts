import type { Provider } from "../ports/provider.ts";
import type { Translator } from "../ports/translator.ts";
import { anthropic } from "./anthropic/index.ts";
import { bedrock } from "./bedrock/index.ts";
import { gemini } from "./gemini/index.ts";

const bearer = { kind: "bearer" } as const;

/** Returns a vendor with one public address that accepts `Authorization: Bearer`. */
const vendor = (id: string, baseUrl: string, more: Partial<Provider> = {}): Provider => ({
  id,
  name: id,
  baseUrl,
  auth: bearer,
  ...more,
});

/** Returns a vendor whose address contains the customer's resource or region. */
const atCustomers = (id: string, baseUrlPattern: string, more: Partial<Provider> = {}): Provider => ({
  id,
  name: id,
  baseUrlPattern,
  auth: bearer,
  ...more,
});

/** The providers whose own API chat requests can be translated to. */
export const translators: readonly Translator[] = [anthropic, gemini, bedrock];

/** Providers that are called in OpenAI's (or, for `/v1/messages`, Anthropic's) API unchanged, or translated to. */
export const providers: readonly Provider[] = [
  vendor("openai", "https://api.openai.com/v1", {
    streamUsage: true,
    models: /^(gpt-|chatgpt-|o\d|text-embedding-|ft:gpt-|codex-|davinci-|babbage-)/,
  }),
  vendor("anthropic", "https://api.anthropic.com/v1", {
    native: { dialect: "anthropic", baseUrl: "https://api.anthropic.com/v1" },
    models: /^claude-/,
  }),
  vendor("gemini", "https://generativelanguage.googleapis.com/v1beta/openai", {
    name: "gcp.gemini",
    native: { dialect: "gemini", baseUrl: "https://generativelanguage.googleapis.com/v1beta" },
    models: /^gemini-/,
  }),
  // The vendors' own OpenAI-compatible APIs, for clients that want requests forwarded unchanged.
  vendor("anthropic-openai", "https://api.anthropic.com/v1", { name: "anthropic" }),
  vendor("gemini-openai", "https://generativelanguage.googleapis.com/v1beta/openai", { name: "gcp.gemini" }),
  vendor("mistral", "https://api.mistral.ai/v1", {
    name: "mistral_ai",
    models: /^(mistral|codestral|ministral|magistral|pixtral|devstral)-/,
  }),
  vendor("deepseek", "https://api.deepseek.com/v1", { models: /^deepseek-/, streamUsage: true }),
  vendor("xai", "https://api.x.ai/v1", { name: "x_ai", models: /^grok-/ }),
  vendor("cohere", "https://api.cohere.ai/compatibility/v1"),
  vendor("groq", "https://api.groq.com/openai/v1", { streamUsage: true }),
  vendor("together", "https://api.together.xyz/v1", { streamUsage: true }),
  vendor("fireworks", "https://api.fireworks.ai/inference/v1"),
  vendor("perplexity", "https://api.perplexity.ai"),
  vendor("openrouter", "https://openrouter.ai/api/v1", { streamUsage: true }),
  vendor("huggingface", "https://router.huggingface.co/v1"),
  vendor("nvidia", "https://integrate.api.nvidia.com/v1"),
  vendor("cerebras", "https://api.cerebras.ai/v1"),
  vendor("sambanova", "https://api.sambanova.ai/v1"),
  vendor("deepinfra", "https://api.deepinfra.com/v1/openai"),
  vendor("novita", "https://api.novita.ai/v3/openai"),
  vendor("nebius", "https://api.studio.nebius.ai/v1"),
  vendor("nscale", "https://inference.api.nscale.com/v1"),
  vendor("hyperbolic", "https://api.hyperbolic.xyz/v1"),
  vendor("lambda", "https://api.lambda.ai/v1"),
  vendor("baseten", "https://inference.baseten.co/v1"),
  vendor("featherless", "https://api.featherless.ai/v1"),
  vendor("ai21", "https://api.ai21.com/studio/v1"),
  vendor("moonshot", "https://api.moonshot.ai/v1", { name: "moonshot_ai" }),
  vendor("moonshot-cn", "https://api.moonshot.cn/v1", { name: "moonshot_ai" }),
  vendor("zhipu", "https://open.bigmodel.cn/api/paas/v4"),
  vendor("zai", "https://api.z.ai/api/paas/v4"),
  vendor("dashscope", "https://dashscope-intl.aliyuncs.com/compatible-mode/v1"),
  vendor("dashscope-cn", "https://dashscope.aliyuncs.com/compatible-mode/v1"),
  vendor("volcengine", "https://ark.cn-beijing.volces.com/api/v3"),
  vendor("siliconflow", "https://api.siliconflow.cn/v1"),
  vendor("stepfun", "https://api.stepfun.com/v1"),
  vendor("vercel", "https://ai-gateway.vercel.sh/v1"),
  atCustomers("azure", "https://{resource}.openai.azure.com/openai/v1", {
    name: "azure.ai.openai",
    streamUsage: true,
    auth: { kind: "header", header: "api-key" },
  }),
  atCustomers("azure-foundry", "https://{resource}.services.ai.azure.com/openai/v1", {
    name: "azure.ai.inference",
    auth: { kind: "header", header: "api-key" },
  }),
  atCustomers(
    "vertex",
    "https://{location}-aiplatform.googleapis.com/v1/projects/{project}/locations/{location}/endpoints/openapi",
    { name: "gcp.vertex_ai" },
  ),
  atCustomers("bedrock", "https://bedrock-runtime.{region}.amazonaws.com, with dialect bedrock", {
    name: "aws.bedrock",
  }),
  atCustomers("databricks", "https://{workspace}/serving-endpoints"),
  atCustomers("cloudflare", "https://api.cloudflare.com/client/v4/accounts/{account}/ai/v1"),
  atCustomers("watsonx", "https://{region}.ml.cloud.ibm.com/ml/gateway/v1", { name: "ibm.watsonx.ai" }),
];
