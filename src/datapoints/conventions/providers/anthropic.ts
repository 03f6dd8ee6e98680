import { fill } from "../../assembly/reading.ts";
import { text } from "../../shapes/attributes/attributes.ts";
import { genAiConvention, readGenAi } from "../../shapes/call-reading.ts";
import { finishReasonOf } from "../../shapes/finish-reasons.ts";

/** Reads the spans of Anthropic's SDKs, and those that its API exports for the same requests. */
export const anthropic = genAiConvention({
  name: "anthropic",
  contentSwitch: "set ANTHROPIC_OPEN_TELEMETRY_TRACES_CONTENT_MODE=content",
  isOwnSpan: (span) =>
    span.scope.name.startsWith("com.anthropic.sdk") || span.scope.name === "com.anthropic.claude-platform",
  read(span, trace, notes) {
    const reason = text(span.attributes, "anthropic.message.stop_reason");
    if (span.attributes.get("anthropic.content.truncated") === true) notes.flags.add("truncated");
    return fill(
      { finishReasons: reason === undefined ? undefined : [finishReasonOf(reason)] },
      readGenAi(span, trace, notes),
    );
  },
});
