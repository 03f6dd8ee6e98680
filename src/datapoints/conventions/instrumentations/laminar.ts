import type { Attributes, Span } from "../../../otlp/index.ts";
import { type Claim, type Convention, call, context } from "../../assembly/convention.ts";
import { fill, type Reading } from "../../assembly/reading.ts";
import { text } from "../../shapes/attributes/attributes.ts";
import { contentOf } from "../../shapes/attributes/content-attributes.ts";
import { claimByOperation } from "../../shapes/attributes/genai.ts";
import { readGenAi } from "../../shapes/call-reading.ts";
import { messagesOf } from "../../shapes/messages/messages.ts";
import type { Notes } from "../../shapes/notes.ts";
import { requestOf, responseOf } from "../../shapes/wire.ts";

/**
 * Reads Laminar: `lmnr.span.type` is LLM; messages as in older OpenLLMetry, or whole in lmnr.span.input and
 * output.
 */
export const laminar: Convention = {
  name: "laminar",
  contentSwitch: "leave `traceContent` of Laminar.initialize at true",
  claim,
  read: (span, trace, notes) => fill(readGenAi(span, trace, notes), whole(span.attributes, notes)),
};

function claim(span: Span): Claim | undefined {
  const type = text(span.attributes, "lmnr.span.type");
  if (type === undefined) return undefined;
  if (type !== "LLM") return context(`Laminar calls it a ${type.slice(0, 40)} span`);
  const operation = claimByOperation(span);
  return operation?.kind === "call" ? operation : call("chat", "Laminar calls it an LLM span");
}

function whole(attributes: Attributes, notes: Notes): Reading {
  const input = contentOf(attributes, "lmnr.span.input", notes);
  const output = contentOf(attributes, "lmnr.span.output", notes);
  return fill(
    typeof input === "string" ? { input: messagesOf(input, "user", notes) } : requestOf(input, notes),
    typeof output === "string" ? { output: messagesOf(output, "assistant", notes) } : responseOf(output, notes),
  );
}
