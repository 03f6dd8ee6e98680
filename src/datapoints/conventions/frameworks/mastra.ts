import type { Span } from "../../../otlp/index.ts";
import { type Claim, type Convention, call, context, type TraceView } from "../../assembly/convention.ts";
import { fill, type Reading } from "../../assembly/reading.ts";
import { text } from "../../shapes/attributes/attributes.ts";
import { contentOf } from "../../shapes/attributes/content-attributes.ts";
import { isSilent } from "../../shapes/attributes/genai.ts";
import { readGenAi } from "../../shapes/call-reading.ts";
import { errorIn } from "../../shapes/errors.ts";
import { at, isObject, textOf } from "../../shapes/json.ts";
import { messagesOf } from "../../shapes/messages/messages.ts";
import { toolsOf } from "../../shapes/messages/tools.ts";
import type { Notes } from "../../shapes/notes.ts";
import { providerOf } from "../../shapes/providers.ts";
import { requestOf, responseOf } from "../../shapes/wire.ts";

/**
 * Reads Mastra: 0.x has one `model_step` per call under a summed `model_generation`; 1.x a `model_inference` in
 * each step.
 */
export const mastra: Convention = {
  name: "mastra",
  contentSwitch: "do not hide input and output in Mastra's observability options (`hideInput`, `hideOutput`)",
  claim,
  read(span, trace, notes) {
    const isStep = typeOf(span) === "model_step";
    const step = isStep ? span : stepAbove(span, trace);
    const own = readGenAi(span, trace, notes);
    const copies = step && stepCopies(step, notes);
    const generation = step ? trace.span(step.parentSpanId) : undefined;
    const sum =
      isStep && generation && typeOf(generation) === "model_generation" ? soleOf(generation, trace, notes) : undefined;
    return fill(
      copies && { ...copies, input: undefined },
      { ...own, output: isSilent(own.output) ? undefined : own.output },
      copies,
      sum,
      step && stepOutput(step, notes),
      fromAgent(span, own, trace, notes),
    );
  },
};

const typeOf = (span: Span) => text(span.attributes, "mastra.span.type");

function claim(span: Span, trace: TraceView): Claim | undefined {
  const type = typeOf(span);
  switch (type) {
    case undefined:
      return undefined;
    case "model_inference":
      return call("chat", "Mastra calls it a model inference");
    case "model_step":
      return below(span, "model_inference", trace)
        ? context("a Mastra step around a model inference")
        : call("chat", "a Mastra step, which is one model call");
    case "model_generation":
    case "llm_generation":
      return below(span, "model_step", trace) || below(span, "model_inference", trace)
        ? context("a Mastra generation, the sum of its steps")
        : call("chat", "a Mastra generation without steps");
    default:
      return context(`Mastra calls it ${type.slice(0, 40)}`);
  }
}

/** Whether a descendant within `depth` levels has this type. */
function below(span: Span, type: string, trace: TraceView, depth = 2): boolean {
  return trace
    .children(span.spanId)
    .some((child) => typeOf(child) === type || (depth > 1 && below(child, type, trace, depth - 1)));
}

function stepAbove(span: Span, trace: TraceView): Span | undefined {
  const parent = trace.span(span.parentSpanId);
  return parent && typeOf(parent) === "model_step" ? parent : undefined;
}

/** Reads the raw response, and the raw request (0.x) or the step's lossy copy of the messages (1.x). */
function stepCopies({ attributes }: Span, notes: Notes): Reading {
  const body = contentOf(attributes, "mastra.metadata.body", notes) ?? contentOf(attributes, "body", notes);
  const input = contentOf(attributes, "mastra.model_step.input", notes) ?? contentOf(attributes, "input", notes);
  const metadata =
    contentOf(attributes, "mastra.metadata.modelMetadata", notes) ?? contentOf(attributes, "modelMetadata", notes);
  const response = isObject(body) ? responseOf(body, notes) : undefined;
  return {
    ...requestOf(input, notes),
    ...response,
    responseId: response?.responseId ?? text(attributes, "mastra.metadata.id", "id"),
    responseModel: response?.responseModel ?? text(attributes, "mastra.metadata.modelId", "modelId"),
    provider: isObject(metadata) ? providerOf(textOf(at(metadata, "modelProvider"))) : undefined,
  };
}

function stepOutput({ attributes }: Span, notes: Notes): Reading {
  const output = contentOf(attributes, "mastra.model_step.output", notes) ?? contentOf(attributes, "output", notes);
  return { output: messagesOf(output, "assistant", notes) };
}

/** With one step, the generation's sums are the step's; with more, only the model and the settings are shared. */
function soleOf(generation: Span, trace: TraceView, notes: Notes): Reading {
  const whole = readGenAi(generation, trace, notes);
  const steps = trace.children(generation.spanId).filter((child) => typeOf(child) === "model_step");
  const shared: Reading = { requestModel: whole.requestModel, provider: whole.provider, params: whole.params };
  return steps.length === 1
    ? { ...shared, usage: whole.usage, finishReasons: whole.finishReasons, error: whole.error }
    : shared;
}

/** The agent span has the tool names, and the error that the inference only reports as its finish reason. */
function fromAgent(span: Span, own: Reading, trace: TraceView, notes: Notes): Reading {
  let above = trace.span(span.parentSpanId);
  for (let depth = 0; above && depth < 10 && typeOf(above) !== "agent_run"; depth++)
    above = trace.span(above.parentSpanId);
  if (!above) return {};
  const failed = own.finishReasons?.includes("error") === true || span.status === "error";
  return {
    tools: toolsOf(contentOf(above.attributes, "gen_ai.tool.definitions", notes)),
    error: failed ? errorIn(above) : undefined,
  };
}
