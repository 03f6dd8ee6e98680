import type { Tracer } from "@opentelemetry/api";
import type { Capture } from "./capture.ts";
import type { Redact } from "./settings.ts";

/** What calls are recorded with: one for a process, however many copies of this package it loads. */
export interface Runtime {
  tracer: () => Tracer;
  capture: Capture;
  redact: Redact | undefined;
  /** Calls that have begun and not ended. */
  readonly open: Set<{ readonly abandon: () => void }>;
}

const key = Symbol.for("gaffe.instrumentation.runtime");
const place = globalThis as { [key]?: Runtime };

export const runtime = (): Runtime | undefined => place[key];
export function setRuntime(made: Runtime): void {
  place[key] = made;
}

/** Runs what must never reach the application; what it throws is dropped and the answer is undefined. */
export function safely<Value>(act: () => Value): Value | undefined {
  try {
    return act();
  } catch {
    return undefined;
  }
}
