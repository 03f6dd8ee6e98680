import { genAiConvention } from "../../shapes/call-reading.ts";

/**
 * Reads the OpenAI Agents SDK: workflow, agent and turn spans around the calls that an OpenAI instrumentation
 * records.
 */
export const openaiAgents = genAiConvention({
  name: "openai-agents",
  isOwnSpan: (span) => /openai[-_.]agents/.test(span.scope.name),
});
