import type { Span } from "../../otlp/index.ts";
import type { Convention, TraceView } from "../assembly/convention.ts";
import { fill, type Reading } from "../assembly/reading.ts";
import { eventsOf, logsOf } from "./attributes/events.ts";
import { claimByOperation, genAi } from "./attributes/genai.ts";
import { legacyPrompts } from "./attributes/legacy-prompts.ts";
import { errorIn } from "./errors.ts";
import { responseText } from "./messages/response-text.ts";
import type { Notes } from "./notes.ts";

/** Reads OpenTelemetry's GenAI names of a call from its attributes, events and log records. */
export function readGenAi(span: Span, trace: TraceView, notes: Notes): Reading {
  return fill(
    genAi(span.attributes, notes, trace.content(span)),
    legacyPrompts(span.attributes, notes),
    responseText(span.attributes, notes),
    eventsOf(span.events, notes),
    logsOf(trace.logs(span.spanId), notes),
    { error: errorIn(span) },
  );
}

/** Returns a convention that uses OpenTelemetry's GenAI names in a separate instrumentation. */
export function genAiConvention(
  entry: Pick<Convention, "name" | "contentSwitch"> &
    Partial<Pick<Convention, "claim" | "read">> & { isOwnSpan(span: Span): boolean },
): Convention {
  return { claim: (span) => (entry.isOwnSpan(span) ? claimByOperation(span) : undefined), read: readGenAi, ...entry };
}
