import type { Attributes, Span } from "../../../otlp/index.ts";
import { type Claim, type Convention, call, context } from "../../assembly/convention.ts";
import { fill, type Reading } from "../../assembly/reading.ts";
import { text } from "../../shapes/attributes/attributes.ts";
import { objectAt } from "../../shapes/attributes/content-attributes.ts";
import { wholePrompts } from "../../shapes/attributes/legacy-prompts.ts";
import { readGenAi } from "../../shapes/call-reading.ts";
import type { Notes } from "../../shapes/notes.ts";
import { paramsOf } from "../../shapes/params.ts";
import { providerOf } from "../../shapes/providers.ts";
import { countsOf } from "../../shapes/usage.ts";

/** Reads LangSmith's OpenTelemetry export: raw request in `gen_ai.prompt`, raw response in `gen_ai.completion`. */
export const langsmith: Convention = {
  name: "langsmith",
  contentSwitch: "unset LANGSMITH_HIDE_INPUTS and LANGSMITH_HIDE_OUTPUTS",
  claim,
  read(span, trace, notes) {
    const whole = wholePrompts(span.attributes, notes);
    return fill(fromLangsmith(span.attributes, whole, notes), readGenAi(span, trace, notes), whole);
  },
};

function claim(span: Span): Claim | undefined {
  const kind = text(span.attributes, "langsmith.span.kind");
  if (kind === undefined) return undefined;
  if (kind === "llm") return call("chat", "LangSmith calls it an llm run");
  return kind === "embedding"
    ? call("embedding", "LangSmith calls it an embedding run")
    : context(`LangSmith calls it a ${kind.slice(0, 40)} run`);
}

function fromLangsmith(attributes: Attributes, whole: Reading | undefined, notes: Notes): Reading {
  const usage = objectAt(attributes, "langsmith.usage_metadata", notes);
  const settings = objectAt(attributes, "langsmith.metadata.ls_invocation_params", notes);
  return {
    provider: providerOf(text(attributes, "langsmith.metadata.ls_provider")),
    requestModel: whole?.requestModel ?? text(attributes, "langsmith.metadata.ls_model_name"),
    input: whole?.input,
    output: whole?.output,
    tools: whole?.tools,
    toolChoice: whole?.toolChoice,
    params: { ...(settings ? paramsOf(settings) : {}), ...whole?.params },
    streaming: whole?.streaming,
    finishReasons: whole?.finishReasons,
    usage: usage && countsOf(usage),
  };
}
