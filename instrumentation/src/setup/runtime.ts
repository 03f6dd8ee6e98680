import type { Tracer } from "@opentelemetry/api";
import type { Capture } from "./capture.ts";
import type { Redact } from "./settings.ts";

/** The state that calls are recorded with: one per process, however many copies of this package are loaded. */
export interface Runtime {
  tracer: () => Tracer;
  capture: Capture;
  redact: Redact | undefined;
  readonly open: Set<{ readonly abandon: () => void }>;
}

const key = Symbol.for("gaffe.instrumentation.runtime");
const holder = globalThis as { [key]?: Runtime };

export const runtime = (): Runtime | undefined => holder[key];
export function setRuntime(made: Runtime): void {
  holder[key] = made;
}

/** Runs a function whose errors must never reach the application; returns undefined when it throws. */
export function safely<Value>(act: () => Value): Value | undefined {
  try {
    return act();
  } catch {
    return undefined;
  }
}
