import { genAiConvention } from "../../shapes/call-reading.ts";

/** Reads Amazon Bedrock AgentCore: the AWS distribution moves message content from spans into log records. */
export const agentcore = genAiConvention({
  name: "agentcore",
  contentSwitch: "set AGENT_OBSERVABILITY_ENABLED=true and export logs",
  isOwnSpan: (span) =>
    span.resource.get("aws.service.type") === "gen_ai_agent" && span.attributes.has("gen_ai.operation.name"),
});
