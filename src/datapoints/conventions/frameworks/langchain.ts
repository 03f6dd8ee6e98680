import { fill } from "../../assembly/reading.ts";
import { serializedMessage } from "../../shapes/attributes/langchain.ts";
import { genAiConvention, readGenAi } from "../../shapes/call-reading.ts";

/** LangChain through OpenLLMetry: the chat span loses ids and tool calls, the chain spans around it keep the message. */
export const langchain = genAiConvention({
  name: "langchain",
  contentSwitch: "set TRACELOOP_TRACE_CONTENT=true (`traceContent: true`)",
  isOurs: (span) => /instrumentation[-.]langchain$/.test(span.scope.name),
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
