import { anthropic } from "./anthropic.ts";
import { bedrock } from "./bedrock.ts";
import { googleGenAi } from "./google-genai.ts";
import { langChain, langChainRuns } from "./langchain.ts";
import { openAi } from "./openai.ts";
import type { Patch } from "./patch.ts";
import { vercelAi } from "./vercel-ai.ts";

/** The traced SDKs. LlamaIndex calls models through the providers' SDKs. */
export const patches: readonly Patch[] = [
  openAi,
  anthropic,
  googleGenAi,
  bedrock,
  vercelAi,
  langChain,
  ...langChainRuns,
];
