import type { Span } from "../../../otlp/index.ts";
import { type Claim, type Convention, call, context } from "../../assembly/convention.ts";
import { fill, type Reading } from "../../assembly/reading.ts";
import { text } from "../../shapes/attributes/attributes.ts";
import { contentOf } from "../../shapes/attributes/content-attributes.ts";
import { errorIn } from "../../shapes/errors.ts";
import { finishReasonOf } from "../../shapes/finish-reasons.ts";
import { at, first, isObject, type JsonObject, textOf } from "../../shapes/json.ts";
import { messagesOf } from "../../shapes/messages/messages.ts";
import { toolsOf } from "../../shapes/messages/tools.ts";
import type { Notes } from "../../shapes/notes.ts";
import { paramsOf } from "../../shapes/params.ts";
import { providerOf } from "../../shapes/providers.ts";
import { countsOf } from "../../shapes/usage.ts";
import { responseOf } from "../../shapes/wire.ts";

/** Reads Genkit: `genkit:metadata:subtype` is model or embedder; `generate` utility spans repeat everything. */
export const genkit: Convention = {
  name: "genkit",
  contentSwitch: "set `disableLoggingInputAndOutput` to false in Genkit's telemetry options",
  claim,
  read: (span, _trace, notes) => fill(inputOf(span, notes), outputOf(span, notes), { error: errorIn(span) }),
};

function claim(span: Span): Claim | undefined {
  const subtype = text(span.attributes, "genkit:metadata:subtype");
  const type = subtype ?? text(span.attributes, "genkit:type");
  if (type === undefined) return undefined;
  if (subtype === "model") return call("chat", "Genkit calls it a model action");
  if (subtype === "embedder") return call("embedding", "Genkit calls it an embedder action");
  return context(`Genkit calls it a ${type.slice(0, 40)}`);
}

function inputOf({ attributes }: Span, notes: Notes): Reading {
  const input = contentOf(attributes, "genkit:input", notes);
  const [provider, ...model] = (text(attributes, "genkit:name") ?? "").replace(/^\/(model|embedder)\//, "").split("/");
  const named: Reading =
    model.length === 0
      ? { requestModel: provider || undefined }
      : { requestModel: model.join("/"), provider: providerOf(provider) };
  if (!isObject(input)) return named;
  const config = at(input, "config");
  return {
    ...named,
    input: messagesOf(first(input, "messages", "input"), "user", notes),
    tools: toolsOf(at(input, "tools")),
    toolChoice: at(input, "toolChoice"),
    params: isObject(config) ? paramsOf(config) : undefined,
  };
}

function outputOf({ attributes }: Span, notes: Notes): Reading {
  const output = contentOf(attributes, "genkit:output", notes);
  if (!isObject(output)) return {};
  const usage = at(output, "usage");
  const reason = textOf(at(output, "finishReason"));
  const raw = rawOf(output);
  const wire = raw && responseOf(raw, notes);
  return {
    responseId: wire?.responseId,
    responseModel: wire?.responseModel,
    output: wire?.output ?? messagesOf(first(output, "message", "candidates"), "assistant", notes),
    finishReasons: wire?.finishReasons ?? (reason === undefined ? undefined : [finishReasonOf(reason)]),
    usage: wire?.usage ?? (isObject(usage) ? countsOf(usage) : undefined),
  };
}

const rawOf = (output: JsonObject): JsonObject | undefined => {
  const raw = first(output, "raw", "custom");
  return isObject(raw) ? raw : undefined;
};
