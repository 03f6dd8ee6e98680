import { genAiConvention } from "../../shapes/call-reading.ts";

/** Reads LlamaIndex through OpenLLMetry's instrumentation or its own. */
export const llamaindex = genAiConvention({
  name: "llamaindex",
  contentSwitch: "set TRACELOOP_TRACE_CONTENT=true (`traceContent: true`)",
  isOwnSpan: (span) =>
    span.scope.name.toLowerCase().includes("llamaindex") || span.scope.name.startsWith("llama_index"),
});
