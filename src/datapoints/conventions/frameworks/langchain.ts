import { fill } from "../../assembly/reading.ts";
import { serializedMessage } from "../../shapes/attributes/langchain.ts";
import { genAiConvention, readGenAi } from "../../shapes/call-reading.ts";

/**
 * Reads LangChain through OpenLLMetry: the chat span lacks ids and tool calls, but the surrounding chain spans
 * have the full message.
 */
export const langchain = genAiConvention({
  name: "langchain",
  contentSwitch: "set TRACELOOP_TRACE_CONTENT=true (`traceContent: true`)",
  isOwnSpan: (span) => /instrumentation[-.]langchain$/.test(span.scope.name),
  read(span, trace, notes) {
    const own = readGenAi(span, trace, notes);
    const whole = serializedMessage(own.usage, trace, {
      keys: ["traceloop.entity.output", "traceloop.entity.input"],
      notes,
    });
    const isLossy = own.output?.every((message) => message.parts.every((part) => part.type === "text")) ?? true;
    return fill({ responseModel: whole?.responseModel, output: isLossy ? whole?.output : undefined }, own, whole);
  },
});
