/** Where the messages of a call are written: attributes of its span, an event of its span, both, or nowhere. */
export interface Capture {
  readonly onSpan: boolean;
  readonly onEvent: boolean;
}

export const captureVariable = "OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT";

const spellings: Readonly<Record<string, Capture>> = {
  true: { onSpan: true, onEvent: false },
  span_only: { onSpan: true, onEvent: false },
  event_only: { onSpan: false, onEvent: true },
  span_and_event: { onSpan: true, onEvent: true },
  false: { onSpan: false, onEvent: false },
  no_content: { onSpan: false, onEvent: false },
};

/**
 * The content policy that a value of the variable spells, in any case. Unset means captured: whoever installs this
 * package has chosen where the content goes. A value that is not known captures nothing, and `known` says so.
 */
export function captureOf(value: string | undefined): Capture & { readonly known: boolean } {
  const spelt = value?.trim().toLowerCase() ?? "";
  if (spelt === "") return { onSpan: true, onEvent: false, known: true };
  const capture = Object.hasOwn(spellings, spelt) ? spellings[spelt] : undefined;
  return capture ? { ...capture, known: true } : { onSpan: false, onEvent: false, known: false };
}

/** One sentence for the line at start. */
export function describeCapture({ onSpan, onEvent }: Capture): string {
  if (!onSpan && !onEvent) return "message content is not captured";
  const place = onSpan && onEvent ? "on spans and their events" : onSpan ? "on spans" : "on events of spans";
  return `message content is captured ${place} (${captureVariable}=false leaves it out)`;
}
