import type { Attributes, Span } from "../../../otlp/index.ts";
import { fill, type Reading } from "../../assembly/reading.ts";
import { wholePrompts } from "../../shapes/attributes/legacy-prompts.ts";
import { genAiConvention, readGenAi } from "../../shapes/call-reading.ts";
import { jsonOf } from "../../shapes/json.ts";
import { messagesOf } from "../../shapes/messages/messages.ts";
import { transcriptOf } from "../../shapes/messages/transcript.ts";
import type { Notes } from "../../shapes/notes.ts";

/** Reads OpenLIT: current GenAI names plus a details log record; older versions write content as one text. */
export const openlit = genAiConvention({
  name: "openlit",
  contentSwitch: "set OPENLIT_CAPTURE_MESSAGE_CONTENT=true (`captureMessageContent: true`)",
  isOwnSpan,
  read(span, trace, notes) {
    const own = readGenAi(span, trace, notes);
    const isExclusive = own.provider === "anthropic";
    return fill(
      { ...own, usage: own.usage && isExclusive ? { ...own.usage, basis: "exclusive" } : own.usage },
      wholePrompts(span.attributes, notes),
      oldContent(span.attributes, notes),
    );
  },
});

function isOwnSpan(span: Span): boolean {
  return (
    span.scope.name.startsWith("@openlit/") ||
    span.scope.name.startsWith("openlit") ||
    span.attributes.get("telemetry.sdk.name") === "openlit"
  );
}

const oldContent = (attributes: Attributes, notes: Notes): Reading => ({
  input: transcriptOf(jsonOf(attributes.get("gen_ai.content.prompt"), notes), "user", notes),
  output: messagesOf(jsonOf(attributes.get("gen_ai.content.completion"), notes), "assistant", notes),
});
