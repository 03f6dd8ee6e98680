import type { Span } from "../../../otlp/index.ts";
import { call } from "../../assembly/convention.ts";
import { text } from "../../shapes/attributes/attributes.ts";
import { claimByOperation } from "../../shapes/attributes/genai.ts";
import { genAiConvention } from "../../shapes/call-reading.ts";

/** Reads Semantic Kernel: operations `chat.completions` and `text.completions`; messages as content events. */
export const semanticKernel = genAiConvention({
  name: "semantic-kernel",
  contentSwitch:
    "switch on Microsoft.SemanticKernel.Experimental.GenAI.EnableOTelDiagnosticsSensitive (SEMANTICKERNEL_EXPERIMENTAL_GENAI_ENABLE_OTEL_DIAGNOSTICS_SENSITIVE=true)",
  isOwnSpan,
  claim: (span) => {
    if (!isOwnSpan(span)) return undefined;
    const operation = text(span.attributes, "gen_ai.operation.name");
    if (operation?.startsWith("chat.")) return call("chat", `its operation is ${operation}`);
    if (operation?.startsWith("text.")) return call("completion", `its operation is ${operation}`);
    return claimByOperation(span);
  },
});

function isOwnSpan(span: Span): boolean {
  return span.scope.name.startsWith("Microsoft.SemanticKernel") || span.scope.name.startsWith("semantic_kernel");
}
