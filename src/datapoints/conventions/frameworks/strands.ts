import { fill } from "../../assembly/reading.ts";
import { text } from "../../shapes/attributes/attributes.ts";
import { genAiConvention, readGenAi } from "../../shapes/call-reading.ts";
import { jsonOf } from "../../shapes/json.ts";
import { toolsOf } from "../../shapes/messages/tools.ts";

/**
 * Reads Strands Agents: per-message span events, or operation details by opt-in; tools are named on the agent
 * span.
 */
export const strands = genAiConvention({
  name: "strands",
  isOwnSpan: (span) =>
    span.scope.name.startsWith("strands") || span.attributes.get("gen_ai.system") === "strands-agents",
  read(span, trace, notes) {
    let agent = trace.span(span.parentSpanId);
    for (let depth = 0; agent && depth < 10 && !agent.attributes.has("gen_ai.agent.tools"); depth++)
      agent = trace.span(agent.parentSpanId);
    const tools =
      agent &&
      toolsOf(
        jsonOf(agent.attributes.get("gen_ai.tool.definitions") ?? agent.attributes.get("gen_ai.agent.tools"), notes),
      );
    const model = text(span.attributes, "gen_ai.request.model");
    return fill(readGenAi(span, trace, notes), {
      tools,
      provider: model?.includes("anthropic.") ? "aws.bedrock" : undefined,
    });
  },
});
