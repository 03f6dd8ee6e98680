import { genAiConvention } from "../../shapes/call-reading.ts";

/** Amazon Bedrock AgentCore: the AWS distribution moves message content from spans into log records. */
export const agentcore = genAiConvention({
  name: "agentcore",
  contentSwitch: "set AGENT_OBSERVABILITY_ENABLED=true and export logs",
  isOurs: (span) =>
    span.resource.get("aws.service.type") === "gen_ai_agent" && span.attributes.has("gen_ai.operation.name"),
});
