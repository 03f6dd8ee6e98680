import type { Span } from "../../../otlp/index.ts";
import { context } from "../../assembly/convention.ts";
import { claimByOperation } from "../../shapes/attributes/genai.ts";
import { genAiConvention } from "../../shapes/call-reading.ts";

/** Reads Spring AI: `spring_ai chat_client` wraps the chat model's span; messages only in log records. */
export const springAi = genAiConvention({
  name: "spring-ai",
  contentSwitch: "set spring.ai.chat.observations.log-prompt=true and spring.ai.chat.observations.log-completion=true",
  isOwnSpan,
  claim: (span) => {
    if (!isOwnSpan(span)) return undefined;
    return span.attributes.has("spring.ai.kind") || span.name.startsWith("spring_ai")
      ? context("Spring AI's client or advisor around the model")
      : claimByOperation(span);
  },
});

function isOwnSpan(span: Span): boolean {
  return (
    span.scope.name.startsWith("org.springframework") &&
    (span.attributes.has("gen_ai.operation.name") || span.attributes.has("spring.ai.kind"))
  );
}
