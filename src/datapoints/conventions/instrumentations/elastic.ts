import { genAiConvention } from "../../shapes/call-reading.ts";

/** Reads Elastic's distribution of OpenTelemetry: GenAI names on spans, messages in log records. */
export const elastic = genAiConvention({
  name: "elastic",
  contentSwitch: "set OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT=true and export logs",
  isOwnSpan: (span) => span.scope.name.startsWith("@elastic/") || span.scope.name.startsWith("elastic"),
});
