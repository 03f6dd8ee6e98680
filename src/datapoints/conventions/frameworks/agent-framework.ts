import type { Span } from "../../../otlp/index.ts";
import { context } from "../../assembly/convention.ts";
import { claimByOperation } from "../../shapes/attributes/genai.ts";
import { genAiConvention } from "../../shapes/call-reading.ts";

/** Reads Microsoft Agent Framework: current GenAI names among workflow, executor and message spans. */
export const agentFramework = genAiConvention({
  name: "agent-framework",
  contentSwitch: "set ENABLE_SENSITIVE_DATA=true (`EnableSensitiveData` in .NET)",
  isOwnSpan,
  claim: (span) =>
    isOwnSpan(span) ? (claimByOperation(span) ?? context("a workflow span of the Agent Framework")) : undefined,
});

function isOwnSpan(span: Span): boolean {
  return (
    span.scope.name.startsWith("agent_framework") ||
    span.scope.name.startsWith("Microsoft.Agents.AI") ||
    span.scope.name.startsWith("Experimental.Microsoft.Agents")
  );
}
