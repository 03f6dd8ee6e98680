import type { Convention } from "../assembly/convention.ts";
import { claudeCode } from "./assistants/claude-code.ts";
import { codex } from "./assistants/codex.ts";
import { livekit } from "./assistants/livekit.ts";
import { agentFramework } from "./frameworks/agent-framework.ts";
import { agentcore } from "./frameworks/agentcore.ts";
import { crewai } from "./frameworks/crewai.ts";
import { genkit } from "./frameworks/genkit.ts";
import { googleAdk } from "./frameworks/google-adk.ts";
import { langchain } from "./frameworks/langchain.ts";
import { llamaindex } from "./frameworks/llamaindex.ts";
import { mastra } from "./frameworks/mastra.ts";
import { openaiAgents } from "./frameworks/openai-agents.ts";
import { pydanticAi } from "./frameworks/pydantic-ai.ts";
import { semanticKernel } from "./frameworks/semantic-kernel.ts";
import { springAi } from "./frameworks/spring-ai.ts";
import { strands } from "./frameworks/strands.ts";
import { vercelAi } from "./frameworks/vercel-ai.ts";
import { elastic } from "./instrumentations/elastic.ts";
import { laminar } from "./instrumentations/laminar.ts";
import { langfuse } from "./instrumentations/langfuse.ts";
import { langsmith } from "./instrumentations/langsmith.ts";
import { mlflow } from "./instrumentations/mlflow.ts";
import { openinference } from "./instrumentations/openinference.ts";
import { openlit } from "./instrumentations/openlit.ts";
import { openllmetry } from "./instrumentations/openllmetry.ts";
import { otelGenAi } from "./instrumentations/otel-genai.ts";
import { sentry } from "./instrumentations/sentry.ts";
import { anthropic } from "./providers/anthropic.ts";
import { bedrock } from "./providers/bedrock.ts";

/** The first convention that claims a span reads it. Order: unique span names, then scope, then shape. */
export const conventions: readonly Convention[] = [
  langfuse,
  openinference,
  mastra,
  genkit,
  vercelAi,
  langsmith,
  claudeCode,
  codex,
  googleAdk,
  livekit,
  laminar,
  sentry,
  mlflow,
  anthropic,
  strands,
  openaiAgents,
  openlit,
  bedrock,
  pydanticAi,
  springAi,
  semanticKernel,
  agentFramework,
  crewai,
  langchain,
  llamaindex,
  elastic,
  openllmetry,
  agentcore,
  otelGenAi,
];
