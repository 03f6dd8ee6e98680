import { genAiConvention } from "../../shapes/call-reading.ts";

/** LlamaIndex through OpenLLMetry's instrumentation, or through its own. */
export const llamaindex = genAiConvention({
  name: "llamaindex",
  contentSwitch: "set TRACELOOP_TRACE_CONTENT=true (`traceContent: true`)",
  isOurs: (span) => span.scope.name.toLowerCase().includes("llamaindex") || span.scope.name.startsWith("llama_index"),
});
