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
 * Parses the content policy from the environment variable, ignoring case. Unset means captured: installing this
 * package is the choice of where content goes. An unknown value captures nothing and sets `known` to false.
 */
export function captureOf(value: string | undefined): Capture & { readonly known: boolean } {
  const spelt = value?.trim().toLowerCase() ?? "";
  if (spelt === "") return { onSpan: true, onEvent: false, known: true };
  const capture = Object.hasOwn(spellings, spelt) ? spellings[spelt] : undefined;
  return capture ? { ...capture, known: true } : { onSpan: false, onEvent: false, known: false };
}

/** Returns the content policy as a phrase for the startup message. */
export function describeCapture({ onSpan, onEvent }: Capture): string {
  if (!onSpan && !onEvent) return "message content is not captured";
  const location = onSpan && onEvent ? "on spans and their events" : onSpan ? "on spans" : "on events of spans";
  return `message content is captured ${location} (${captureVariable}=false leaves it out)`;
}
