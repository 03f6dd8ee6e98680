import type { Convention } from "../domain/convention.ts";
import { agentFramework } from "./agent-framework.ts";
import { agentcore } from "./agentcore.ts";
import { anthropic } from "./anthropic.ts";
import { bedrock } from "./bedrock.ts";
import { claudeCode } from "./claude-code.ts";
import { codex } from "./codex.ts";
import { crewai } from "./crewai.ts";
import { elastic } from "./elastic.ts";
import { genkit } from "./genkit.ts";
import { googleAdk } from "./google-adk.ts";
import { laminar } from "./laminar.ts";
import { langchain } from "./langchain.ts";
import { langfuse } from "./langfuse.ts";
import { langsmith } from "./langsmith.ts";
import { livekit } from "./livekit.ts";
import { llamaindex } from "./llamaindex.ts";
import { mastra } from "./mastra.ts";
import { mlflow } from "./mlflow.ts";
import { openaiAgents } from "./openai-agents.ts";
import { openinference } from "./openinference.ts";
import { openlit } from "./openlit.ts";
import { openllmetry } from "./openllmetry.ts";
import { otelGenAi } from "./otel-genai.ts";
import { pydanticAi } from "./pydantic-ai.ts";
import { semanticKernel } from "./semantic-kernel.ts";
import { sentry } from "./sentry.ts";
import { springAi } from "./spring-ai.ts";
import { strands } from "./strands.ts";
import { vercelAi } from "./vercel-ai.ts";

/** The first that claims a span reads it: those that name their spans themselves, then by scope, then by shape. */
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
