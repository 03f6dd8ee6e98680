import type { Span } from "../../../otlp/index.ts";
import { call, context } from "../../assembly/convention.ts";
import { text } from "../../shapes/attributes/attributes.ts";
import { claimByOperation } from "../../shapes/attributes/genai.ts";
import { genAiConvention } from "../../shapes/call-reading.ts";

/** Reads Amazon Bedrock through the AWS SDK's instrumentations; InvokeModel has no operation name. */
export const bedrock = genAiConvention({
  name: "bedrock",
  contentSwitch:
    "set OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT=true (the Node AWS SDK instrumentation records none)",
  isOwnSpan,
  claim: (span) => {
    if (!isOwnSpan(span)) return undefined;
    const model = text(span.attributes, "gen_ai.request.model");
    if (model === undefined) return claimByOperation(span) ?? context("a Bedrock request that names no model");
    return (
      claimByOperation(span) ??
      call(model.includes("embed") ? "embedding" : "chat", "a Bedrock request that names a model")
    );
  },
});

function isOwnSpan(span: Span): boolean {
  return (
    span.attributes.get("rpc.service") === "BedrockRuntime" || span.attributes.get("rpc.service") === "Bedrock Runtime"
  );
}
