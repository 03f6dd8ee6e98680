import { type Claim, type Convention, call, context } from "../domain/convention.ts";
import { fill, type Reading } from "../domain/reading.ts";
import { readGenAi } from "../domain/shapes/call-reading.ts";
import { contentOf } from "../domain/shapes/content-attributes.ts";
import { errorInText } from "../domain/shapes/errors.ts";
import { claimByOperation } from "../domain/shapes/genai.ts";
import { first, isObject, textOf } from "../domain/shapes/json.ts";
import type { Notes } from "../domain/shapes/notes.ts";
import { requestOf, responseOf } from "../domain/shapes/wire.ts";
import type { Span } from "../domain/span.ts";

/** Google's Agent Development Kit: raw Gemini request and response on `call_llm`; tool spans carry empty copies. */
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
  const asked = isObject(request) ? requestOf(request, notes) : undefined;
  const answered = isObject(response) ? responseOf(response, notes) : undefined;
  const code = isObject(response) ? textOf(first(response, "errorCode", "error_code")) : undefined;
  const message = isObject(response) ? textOf(first(response, "errorMessage", "error_message")) : undefined;
  const error =
    code === undefined && message === undefined
      ? undefined
      : { ...(message === undefined ? {} : errorInText(message)), code };
  return fill({ provider: "gcp.gemini", error }, asked, answered);
}
