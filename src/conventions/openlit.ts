import { fill, type Reading } from "../domain/reading.ts";
import { genAiConvention, readGenAi } from "../domain/shapes/call-reading.ts";
import { jsonOf } from "../domain/shapes/json.ts";
import { wholePrompts } from "../domain/shapes/legacy-prompts.ts";
import { messagesOf } from "../domain/shapes/messages.ts";
import type { Notes } from "../domain/shapes/notes.ts";
import { transcriptOf } from "../domain/shapes/transcript.ts";
import type { Attributes, Span } from "../domain/span.ts";

/** OpenLIT: current GenAI names plus a details log record; older versions wrote content as one text. */
export const openlit = genAiConvention({
  name: "openlit",
  contentSwitch: "set OPENLIT_CAPTURE_MESSAGE_CONTENT=true (`captureMessageContent: true`)",
  isOurs,
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

function isOurs(span: Span): boolean {
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
