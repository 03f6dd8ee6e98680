import { genAiConvention } from "../../shapes/call-reading.ts";

/** OpenAI Agents SDK: workflow, agent and turn spans around the calls that an OpenAI instrumentation records. */
export const openaiAgents = genAiConvention({
  name: "openai-agents",
  isOurs: (span) => /openai[-_.]agents/.test(span.scope.name),
});
