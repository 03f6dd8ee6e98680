import type { Span } from "../../../otlp/index.ts";
import { type Claim, type Convention, call, context } from "../../assembly/convention.ts";
import { fill, type Reading } from "../../assembly/reading.ts";
import { contentOf } from "../../shapes/attributes/content-attributes.ts";
import { claimByOperation } from "../../shapes/attributes/genai.ts";
import { readGenAi } from "../../shapes/call-reading.ts";
import { errorInText } from "../../shapes/errors.ts";
import { first, isObject, textOf } from "../../shapes/json.ts";
import type { Notes } from "../../shapes/notes.ts";
import { requestOf, responseOf } from "../../shapes/wire.ts";

/**
 * Reads Google's Agent Development Kit: raw Gemini request and response on `call_llm`; tool spans carry empty
 * copies.
 */
export const googleAdk: Convention = {
  name: "google-adk",
  contentSwitch: "set ADK_CAPTURE_MESSAGE_CONTENT_IN_SPANS=true",
  claim,
  read: (span, trace, notes) => fill(rawCopies(span, notes), readGenAi(span, trace, notes)),
};

function claim(span: Span): Claim | undefined {
  if (span.scope.name !== "gcp.vertex.agent" && !span.attributes.has("gcp.vertex.agent.llm_request")) return undefined;
  if (span.name === "call_llm") return call("chat", "ADK's call_llm is the call");
  return claimByOperation(span) ?? context("an ADK span around its calls");
}

function rawCopies({ attributes }: Span, notes: Notes): Reading | undefined {
  const request = contentOf(attributes, "gcp.vertex.agent.llm_request", notes);
  const response = contentOf(attributes, "gcp.vertex.agent.llm_response", notes);
  const requestReading = isObject(request) ? requestOf(request, notes) : undefined;
  const responseReading = isObject(response) ? responseOf(response, notes) : undefined;
  const code = isObject(response) ? textOf(first(response, "errorCode", "error_code")) : undefined;
  const message = isObject(response) ? textOf(first(response, "errorMessage", "error_message")) : undefined;
  const error =
    code === undefined && message === undefined
      ? undefined
      : { ...(message === undefined ? {} : errorInText(message)), code };
  return fill({ provider: "gcp.gemini", error }, requestReading, responseReading);
}
